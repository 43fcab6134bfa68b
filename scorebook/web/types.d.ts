// The shapes that travel between the server, a phone's storage and its scripts. The checker of scripts reads this; no
// browser does.

type Player = string; // an id
type Points = Record<Player, number>;
type Level = "plain" | "schneider" | "schwarz";
type Caller = Player | null; // null where nobody noted who it was

// Look-ups may miss.
interface Array<T> { includes(searched: unknown): boolean; indexOf(searched: unknown): number }

// -- a hand, as the rules read it and the API sends it -----------------------------------------------------------------

type Card = { rank: string; suit: string };
// -- python -m scripts.hand_fields
interface Call {
  card?: Card;
  holds_it?: boolean;
  suit_cards?: number;
  took_over?: boolean;
  hung_on_by?: Player;
  aces_held?: number;
  open_suits?: number;
}

interface TopTrumps {
  count?: number;
  side?: string;
}

interface Auction {
  bids?: { player?: Player; length?: number; }[];
  bidder?: Player;
  bid?: number;
  suit?: string;
  length?: number;
  outright?: boolean;
  overridden_by?: Player;
}

interface Hand {
  contract: string;
  note?: string | null;
  declarer?: Player | null;
  partner?: Player | null;
  trump_suit?: string | null;
  call?: Call | null;
  card_points?: any; // Points | number
  tricks?: any; // Points | number
  opponents_card_points?: number | null;
  opponents_tricks?: number | null;
  won?: boolean | null;
  level?: Level | null;
  top_trumps?: TopTrumps | null;
  kontra?: number | Caller[] | null;
  laid?: number | Caller[] | null;
  surrender?: string | null;
  revoked_by?: Player | null;
  criticised_by?: Player | null;
  schwarz_claimed?: boolean | null;
  value?: number | null;
  counted_top_trumps?: number | null;
  trumps_held?: number | null;
  pot_taken_by?: Player | null;
  ober_holder?: Player | null;
  round?: string | null;
  points?: Points | null;
  why?: string | null;
  was_dealt?: boolean | null;
  trumps_in_tricks?: Points | null;
  highest_trump?: Points | null;
  higher_trump?: Player | null;
  losers?: Player[] | null;
  maidens?: Player[] | null;
  march_by?: Player | null;
  winner?: Player | null;
  suitor_trumps?: number | null;
  team?: Player | null;
  tied?: boolean | null;
  lambapea?: boolean | null;
  auction?: Auction | null;
  roof_shown_by?: Player | null;
  tally?: Points | null;
  queens?: Player[] | null;
  fehlstich_winners?: Player[] | null;
  no_fehlstich?: boolean | null;
  queen_handed_over_by?: Player | null;
}
// -- end of fields

/** A hand without its empty fields. */
type HandReport = { [Name in keyof Hand]: Exclude<Hand[Name], null> };

interface Match {
  strokes: number[];
  games: number[];
  teams: Player[];
  extra: number;
  tie?: { dealer?: Player | null; trump_suit?: string | null; maker?: Player | null } | null;
}

interface Round {
  kind: string;
  left?: number;
  done?: { player?: Player; contract?: string }[];
  results?: Points;
}

/** What a hand finds and leaves: rules.state. */
interface State {
  dealer?: Player | null;
  pot?: number;
  bock?: number[];
  round?: Round | null;
  old_man?: Player | null;
  match?: Partial<Match> | null;
}

type Facts = { player?: Player[]; [name: string]: unknown };
/** [remark, what it names], [part, twice its amount, count, held], ["*factor", factor, count] */
type Figure = [code: string, amount: number, count?: number, held?: number];
type Reason = Figure | [code: string, facts?: Facts];

interface Score {
  points: Points;
  pot: number;
  value: number;
  won: boolean | null;
  level: Level | null;
  declarers: Player[];
  tally?: Points;
  state: State;
  why: Reason[];
}

// -- the table of a ruleset, as rules.offline_table makes it and explains it ----------------------------------------------------

interface DeclaredLine {
  report: "declared" | "replay";
  contract?: string;
  sides: "alone" | "partners" | "opposite";
  unnamed?: boolean;
  by_team?: boolean;
  by_pair?: boolean;
  undeclared?: boolean;
  stossed?: boolean;
  suitor?: number;
  suit_when_tied?: string | null;
  tricks: [least: number, most: number][];
  results: Record<string, number>;
  suits: Record<string, number>;
  worth: { sums: Record<string, number>; leaves?: Record<string, number[]> }[];
  runs?: Record<string, Record<string, number>>;
  kontra?: number;
  turns?: "any" | "several" | "strict";
  forehand_first?: boolean;
  opponents_only?: boolean;
  offence?: boolean;
  side_needed?: boolean;
  open_first?: boolean;
  fehlstich?: "alone" | "next_trick";
  queen?: boolean;
  laid?: number;
  laid_in_order?: boolean;
  undoubled?: boolean;
  calls?: string[];
  call_needed?: boolean;
  call_void?: boolean;
  top?: number[];
  owes: number;
  no_fehlstich?: DeclaredLine;
}

interface ReplayLine { report: "replay"; of_trumps: string; of_passed: string }

interface RamschLine {
  report: "ramsch";
  sums: number[];
  pays: Record<number, number>;
  maiden_gets: number;
  march?: number;
  march_from?: "all_tricks" | "ninety" | "all_points";
  tie: "tricks" | "highest_trump" | "shared";
  shares?: boolean;
  maidens_unsettled?: boolean;
  all_tricks: number;
  trumps: number;
  fewest?: boolean;
  laid?: number;
  laid_in_order?: boolean;
}

interface ThrownInLine { report: "thrown_in"; leaves: number; laid?: number; laid_in_order?: boolean }
interface AgreedLine { report: "agreed"; differences?: number }
interface FixedLine { report: "fixed"; sides: "alone" | "opposite"; sums: Record<string, number> }
interface RoundLine { report: "round" }
type Line = DeclaredLine | ReplayLine | RamschLine | ThrownInLine | AgreedLine | FixedLine | RoundLine;

interface RoundRule {
  only?: string[];
  seats?: number;
  hands?: number;
  by_old_man?: boolean;
  forehand?: boolean;
  factor?: number;
  stossed?: boolean;
  once?: Record<string, string>;
  poorest_pays?: number;
}

interface PotRule { sweetener?: number; all_pay?: boolean; shared?: boolean; cap?: number | null; kept?: boolean; reuegeld?: number[] }

interface Customs {
  pot: PotRule;
  bock: { stacked_to?: number } | null;
  rounds: Record<string, RoundRule>;
}

interface MatchRule {
  to_win: number;
  roof?: number;
  carries: boolean;
  schwarz: number;
  to_nil: number;
  tie_adds?: number;
  stroke_pays: number;
  game_pays: number;
}

type Texts = Record<string, string>;

interface Lookup {
  people: Record<number, [seats: number, list: number]>;
  contracts: Record<string, number>[];
  lines: Line[];
  ends: Record<string, [won: boolean | null, level: Level | null]>;
  rows: string[];
  results: number[][];
  sums: Reason[][];
  runs: number[][];
  run_codes: Record<string, string>;
  leaves: { bock?: number | "each"; round?: string; hands?: number; left?: number }[];
  pack: number[];
  pays: "active" | "table";
  rounds_up: boolean;
  claims_schwarz?: boolean;
  takes_over?: boolean;
  recoups?: boolean;
  offender_pays?: boolean;
  customs?: Customs;
  tally?: boolean;
  match?: MatchRule;
  texts: Texts;
}

/** A hand at its table. players: in seating order; active: the leader first; next: who deals after it. */
interface Circumstances<Of = Line> {
  table: Lookup;
  line: Of;
  report: HandReport;
  state: State;
  players: Player[];
  active: Player[];
  dealer: Player | null;
  next: Player | null;
  customs?: Customs;
  isReplay?: boolean;
  /** Who showed a roof. */
  roof?: Player;
}

/** A match after strokes were written down. winner: of its two teams; totals: what stood there then. */
interface Booked { match: Match; totals: number[]; winner: number | null; games: number; carried: number }

interface MayLay { laid?: number; laid_in_order?: boolean }
interface RamschResult { decided: number; losers: Player[]; winners: Player[]; maidens: Player[]; marcher?: Player | null }
/** end: the letter of how the hand is lost to the offender's side. */
interface Offence { by: Player; end: string; why: Reason[] }
interface AgreedOn { points: Points; tally: Points; wasDealt: boolean; why: Reason[] }

/** A score on its way: what it does not say is nothing. */
type Scored = Partial<Score> & Pick<Score, "points" | "value" | "why">;
/** With what a hand leaves in the pot. */
type Paid = Scored & Pick<Score, "won" | "declarers">;
/** The result of a hand of strokes, before they are written down. */
type Counted = Pick<Score, "value" | "won" | "level" | "why">;
/** Where teams play for strokes. */
type Strokes = Circumstances<unknown> & { table: { match: MatchRule } };

// -- the pages ---------------------------------------------------------------------------------------------------------

/** The scripts ask for HTML elements only, and for a field by its name. */
interface ParentNode {
  querySelector<Tag extends keyof HTMLElementTagNameMap>(selectors: Tag): HTMLElementTagNameMap[Tag] | null;
  querySelectorAll<Tag extends keyof HTMLElementTagNameMap>(selectors: Tag): NodeListOf<HTMLElementTagNameMap[Tag]>;
  querySelector(selectors: `${string}[name=${string}]`): HTMLInputElement | null;
  querySelectorAll(selectors: `${string}[name=${string}]`): NodeListOf<HTMLInputElement>;
  querySelector(selectors: `${string}details${string}`): HTMLDetailsElement | null;
  querySelectorAll(selectors: `${string}details${string}`): NodeListOf<HTMLDetailsElement>;
  querySelector(selectors: "#entry" | "#begin" | "#giro" | ".start"): EntryForm | null;
  querySelector(selectors: string): HTMLElement | null;
  querySelectorAll(selectors: string): NodeListOf<HTMLElement>;
}

/** The form of a hand. What a phone knows by itself it puts there: offline/table.js. */
interface EntryForm extends HTMLFormElement {
  elements: HTMLFormControlsCollection & Record<string, HTMLInputElement>;
  judge?: () => object | null;
  whatIsMissing?: () => string;
  /** Taps anew what was tapped for this hand: table.js. */
  recall?: () => void;
}

type Child = Node | string | number | false | null | undefined;

// -- what a phone keeps: offline/store.js --------------------------------------------------------------------------------

type Balance = [key: string, balance: number];
interface Payment { payer: string; payee: string; amount: number }
interface Person { name: string; colour: number; isNew?: boolean }

/** One of the four. */
interface AgreedEnd { rounds?: number; deals?: number; points?: number; ends_at?: string }
interface EndStanding { phase: "agreed" | "last" | "reached" | "running" | "over"; no?: number }

/** Round 3, hand 2 of 4. */
interface RoundPlace { no: number; hand: number; of: number }

/** A hand on the sheet, as the API sends it. */
/** A hand in the API, see rules.hand_tags. */
type TaggedHand = Omit<Hand, "contract"> & { kind: string; name?: string };

interface SheetLine {
  no: number;
  id: string;
  players: Player[];
  dealer: Player | null;
  hand: TaggedHand | Hand;
  is_void: boolean;
  is_undone?: boolean;
  corrected: number;
  points: Points;
  written_at: string;
  round?: RoundPlace | null;
  score: { points: Points; text: string; sum: string; tally?: Points | null; reasons: { code: string; args?: Facts }[] };
}

/** An evening, as the API sends it. */
interface Sheet {
  id?: string; // none yet of an evening that was started here
  game: { name: string };
  ruleset: { game: string; house_rules: object };
  unit: string;
  stake_minor: number;
  revision: number;
  hand_count: number;
  hands: SheetLine[];
  pot_shares?: Points;
  links: { scribe?: { token: string }; club?: { token: string } };
  club: { id: string; name: string } | null;
  started_at: string;
  agreed_end?: AgreedEnd | null;
  closed_at?: string | null;
  /** absent: of who has left, who deals in their place; memories of before 2026-11-26 lack it. */
  next: { no: number; players: Player[]; dealer: Player | null; absent?: Record<Player, Player> };
  people: { id: Player; name: string; place: number; present: boolean }[];
}

interface Evening {
  id: string;
  token: string | null;
  sheet: Sheet;
  table: Lookup;
  lookup?: string;
  people: Record<Player, Person>;
  /** token: in entries of before 2026-11-28. */
  club?: { id?: string; token?: string; name: string } | null;
  /** What another phone knew of it; without a sheet until its page is open here. */
  label?: { name: string; on: string; day: string };
  seen?: string;
  isClosed?: boolean;
  /** Events of the sheet that another phone wrote. */
  others?: string[];
  moved?: string;
  /** Ids of what came along from the site that had the club before. */
  taken?: string[];
}

interface Trouble { kind: "stale" | "refused"; status?: number; text: string; theirs: SheetLine[]; count: number }

/** The body of a new evening; players and club: in those of before 2026-11-29. */
interface Wanted { people?: string[]; club_token?: string; players?: string[]; club?: string }

/** What was written here and waits to be sent. Which facts there are depends on the kind: offline/queue.js. */
interface Writing {
  seq: number;
  evening: string;
  kind: "open" | "record" | "correct" | "void" | "close";
  id: string;
  at?: string;
  wanted?: Wanted;
  known_hands: number;
  players: Player[];
  dealer?: Player | null;
  isOutOfTurn?: boolean;
  hand: Hand;
  no: number;
  replaces: string;
  said?: string;
  sum?: string;
  points?: Points;
  trouble?: Trouble;
  done?: number;
  /** Whether it went along once to the site that the club has moved to. */
  passed?: boolean;
}

/** One that the person has to decide about. */
type Troubled = Writing & { trouble: Trouble };

interface AsWritten { text?: string; points?: Points; isVoid: boolean }
interface Sent { left: number; trouble: Troubled | null; moved: string | null }
interface Current { hand_count: number; hands: SheetLine[] }
/** body: as the API sends it, a sheet or an error. */
interface Answer { ok: boolean; status: number; body: any }

interface StandingHand {
  no: number;
  id: string;
  players: Player[];
  dealer?: Player | null;
  hand: Hand;
  isHere: boolean;
  isVoid: boolean;
  isUndone?: boolean;
  isWaiting: boolean;
  isCorrected: boolean;
  points: Points;
  tally?: Points | null;
  text?: string;
  sum?: string;
  why: Reason[];
  before: State;
  /** What a hand that is struck out would count. */
  struck?: { points: Points; tally?: Points | null };
  isDeal: boolean;
  place?: RoundPlace;
}

interface PaperRow { winner: number | null; strokes: number[]; games?: number; isWhole?: boolean; isToNil?: boolean }
interface Paper { teams: Player[][]; rows: PaperRow[] }

interface Standing {
  hands: StandingHand[];
  state: State;
  players: Player[];
  dealer?: Player | null;
  place: RoundPlace;
  paper: Paper | null;
  totals: { id: Player; name: string; isHere: boolean; points: number; tally: number | null }[];
}

// -- words ---------------------------------------------------------------------------------------------------------------

/** What the text of a hand is made from. contract: the name of the chosen one. */
interface Wording { texts: Record<string, any>; contract: string; nameOf: (player: Player) => string }
type Sentence = Wording & { score: Score; hand: Hand };

type Asks = (question: string) => boolean;
interface Fields { one: (name: string) => string; all: (name: string) => string[]; asks: Asks }

/** What amounts are counted in. currency: how it is written; null for points and words, counted in whole ones. */
type Money = { unit: string; currency: { symbol: string; digits: number } | null };

// -- the page of a table: offline/known.js -------------------------------------------------------------------------------

interface Known {
  /** The scribe's token; the UUID of an evening that was started here and has none yet. */
  id: string;
  /** The evening in the phone's storage; null until it is read. */
  book: Evening | null;
  /** How it stands with what waits; null until it is read. */
  now: Standing | null;
  waiting: Writing[];
  /** Whether the page shows what the phone knows, and no longer what the server sent. */
  isDrawn: boolean;
  /** Whether something is being written. */
  isBusy: boolean;
  /** Whether the last question was not answered. */
  isAway: boolean;
  /** The number of the hand that the form corrects; null for the next one. */
  correcting: number | null;
  /** Who deals out of turn. */
  dealtBy: Player | null;
}

/** Swagger UI's own, from an installed package; the page of the API starts it. */
interface Window {
  SwaggerUIBundle(options: {
    url: string;
    domNode: HTMLElement;
    deepLinking: boolean;
    defaultModelsExpandDepth: number;
    docExpansion: string;
    validatorUrl: null;
  }): void;
}
