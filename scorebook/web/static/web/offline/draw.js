// The table page drawn from what the phone holds: the same parts, the same classes as the templates in templates/play.

import { element, filled } from "./element.js";
import { amountText, pointsText, tone } from "./money.js";
import { plan } from "./settlement.js";

export { element, filled };

export function dot(person) { return element(`span.dot.p${person.colour}`); }

export function whoLine({ dealer, active, sittingOut, notes }, people, words) {
  const bold = (id) => element("b", {}, dot(people[id]), people[id].name);
  const rest = sittingOut.flatMap((id, place) => (place ? [", ", bold(id)] : [bold(id)]));
  return [
    element("span", {}, `${words.deals}: `, bold(dealer)), " ",
    element("span", {}, `${words.leads_to}: `, bold(active[0])),
    ...(rest.length ? [" ", element("span.who-rest", {}, `${rest.length > 1 ? words.sit_out : words.sits_out}: `, ...rest)] : []),
    ...notes.filter(Boolean).flatMap((text) => [" ", element("span.tag.tag-now", {}, text)]),
  ];
}

export function seatButtons(seated, { active, dealer }, people, words) {
  return seated.map((id) => element(
    `button.seat.p${people[id].colour}`, { type: "button", "data-seat": id, "aria-pressed": "false" },
    element("span.name", {}, people[id].name),
    element("small", {}, id === dealer ? words.deals : id === active[0] ? words.leads : ""),
  ));
}

export function seatChips(name, type, seated, people) {
  return seated.map((id) => element(
    `label.chip.chip-player.p${people[id].colour}`, {},
    element("input", { type, name, value: id }), element("span", {}, element("span.name", {}, people[id].name)),
  ));
}

export function totals({ totals: lines }, people, { unit, stake, words }) {
  return lines.map(({ id, name, points, tally, isHere }) => element(
    `li.total.p${people[id].colour}${isHere ? "" : ".total-gone"}`, {},
    element("span.name", {}, name),
    tally !== null && element("span.figure", {}, pointsText(tally, false)),
    (tally === null || points !== 0) && element(["span.figure", tone(points)].filter(Boolean).join("."), {}, pointsText(points)),
    unit !== "points" && element("span.figure", {}, amountText(points * stake, unit, { signed: true })),
    unit === "points" && !isHere && element("span.figure", {}, words.gone),
  ));
}

export function pot(points, { unit, stake, words }) {
  return element("p.note", { id: "pot" }, element("span", {}, `${words.in_pot} `, element("b.figure", {}, pointsText(points)),
    unit !== "points" && element("span.figure", {}, ` (${amountText(points * stake, unit)})`)));
}

// What a button strikes out or corrects is the hand that is shown with it, by its event: another phone may write meanwhile.
const voiding = (kind, hand, text) => element(kind, { type: "button", "data-void": hand.no, "data-event": hand.id }, text);

/** mayUndo: false where another phone wrote it. */
export function lastHand(hand, mayUndo, words) {
  return element(
    `div.last${hand.isVoid ? ".is-void" : ""}`, {}, element("p.said", {}, hand.said),
    element("div.acts", {},
      element("button.button.button-quiet", { type: "button", "data-correct": hand.no }, words.correct),
      hand.isVoid ? element("span.tag", {}, words.struck_out)
        : mayUndo && voiding("button.button.button-quiet", hand, words.undo),
    ),
  );
}

export function sheet({ hands, totals: lines }, people, words) {
  const running = Object.fromEntries(lines.map(({ id }) => [id, 0])), isTally = lines.some(({ tally }) => tally !== null);
  const bodies = hands.map((hand) => {
    for (const { id } of lines) running[id] += (isTally ? hand.tally?.[id] : hand.points[id]) ?? 0;
    return row(hand, lines, { ...running }, words);
  });
  const head = element("tr", {},
    element("th.no", { scope: "col" }, element("span.unseen", {}, words.hand_word), "#"),
    ...lines.map(({ id, name }) => element(`th.p${people[id].colour}`, { scope: "col" }, element("span.name", {}, name))));
  return element(`table.sheet.sheet-${lines.length}`, {},
    element("caption.unseen", {}, words.sheet_caption), element("thead", {}, head), ...bodies.reverse());
}

function row(hand, lines, running, words) {
  const cells = lines.map(({ id }) => {
    const wasThere = hand.players.includes(id), isTally = lines.some(({ tally }) => tally !== null);
    const points = (isTally ? hand.tally?.[id] : hand.points[id]) ?? 0;
    const figure = wasThere && isTally ? element("b", {}, pointsText(points, false)) : wasThere ? element(["b", tone(points)].filter(Boolean).join("."), {}, pointsText(points))
      : element("b", {}, element("span.unseen", {}, words.not_there), "·");
    return element("td", {}, figure, element("small", {}, element("span.unseen", {}, `${words.in_all} `), pointsText(running[id], !isTally)));
  });
  const tags = [
    hand.isVoid ? words.struck_out : hand.isCorrected ? words.corrected_tag : "", hand.isWaiting ? words.waits : "",
  ].filter(Boolean).flatMap((text) => [" ", element("span.tag", {}, text)]);
  const why = element("details", {},
    element("summary", {}, element("span.said", {}, hand.said), ...tags),
    element("p.small", {}, hand.sum ?? ""),
    element("p", {}, element("button.button.button-quiet", { type: "button", "data-correct": hand.no }, words.correct),
      !hand.isVoid && voiding("button.button.button-quiet", hand, words.strike)));
  return element(`tbody${hand.isVoid ? ".is-void" : ""}`, { id: `hand-${hand.no}` },
    element("tr", {}, element("th.no", { scope: "row", rowspan: "2" }, String(hand.no)), ...cells),
    element("tr", {}, element("td.why", { colspan: String(lines.length) }, why)));
}

const SVG = "http://www.w3.org/2000/svg", WIDTH = 640, HEIGHT = 240;

function drawn(tag, attributes, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

const LINES = ["M9 3v18", "M15 3v18", "M3 9h18", "M3 15h18"];

function hashes(count) {
  const drawings = Array.from({ length: Math.ceil(count / 4) }, (_, place) => drawn(
    "svg", { class: "hash", viewBox: "0 0 24 24", "aria-hidden": "true" }, drawn("path", { d: LINES.slice(0, count - 4 * place).join("") })));
  return element("span.strokes", {}, ...drawings, element("span.unseen", {}, String(count)));
}

/** The strokes of two teams, as templates/play/paper.html draws them. */
export function paper({ teams, rows }, people, words) {
  const heads = teams.map((team) => element("th", { scope: "col" }, ...team.flatMap((id, place) => [place ? " + " : "", dot(people[id]), people[id].name])));
  const lines = rows.map(({ winner, strokes, games, isWhole, isToNil }) => element(winner === null ? "tr.is-running" : "tr", {}, ...strokes.map((count, team) => {
    const tags = winner === team ? [isWhole ? words.whole_game : isToNil && words.to_nil, games > 1 && `× ${games}`] : [];
    return element("td", {}, hashes(count), ...tags.filter(Boolean).flatMap((text) => [" ", element("span.tag", {}, text)]));
  })));
  return element("table.paper", {}, element("caption.unseen", {}, words.paper_caption), element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...lines));
}

/** The running balances, as templates/play/chart.html draws them. */
export function chart({ hands, totals: lines }, people, words) {
  if (hands.length < 2) return [];
  const stands = lines.map(({ id }) => {
    let stand = 0;
    return [0, ...hands.map((hand) => { stand += hand.points[id] ?? 0; return stand; })];
  });
  if (!stands.flat().some(Boolean)) return [];
  const top = Math.max(...stands.flat()), span = Math.max(1, top - Math.min(...stands.flat()));
  const y = (stand) => Math.floor((top - stand) * HEIGHT / span), x = (hand) => Math.floor(WIDTH * hand / hands.length);
  const label = `${words.went} ${lines.map(({ name, points }) => `${name} ${pointsText(points)}`).join(", ")}`;
  return [element("figure.chart", {}, drawn("svg", { viewBox: `-4 -6 ${WIDTH + 8} ${HEIGHT + 12}`, role: "img", "aria-label": label, preserveAspectRatio: "none" },
    drawn("line", { class: "zero", x1: 0, x2: WIDTH, y1: y(0), y2: y(0) }),
    ...stands.map((line, place) => drawn("polyline", { class: `p${people[lines[place].id].colour}`, points: line.map((stand, hand) => `${x(hand)},${y(stand)}`).join(" ") }))))];
}

/** Who would pay whom; null where the pot holds something back, or nobody pays. */
export function payments({ totals: lines }, stake) {
  const balances = lines.map(({ id, points }) => [id, points * stake]);
  return balances.reduce((sum, [, amount]) => sum + amount, 0) === 0 ? plan(balances) : null;
}

export function paymentList(found, people, unit, words) {
  return element("ul.list.payments", {}, ...found.map(({ payer, payee, amount }) => element("li.payment", {},
    element("span.grow", {}, dot(people[payer]), element("span", {}, people[payer].name), " ",
      element("span.soft", {}, element("span", { "aria-hidden": "true" }, "→"), element("span.unseen", {}, ` ${words.pays}`)), " ",
      element("span", {}, dot(people[payee]), people[payee].name)),
    element("span.figure", {}, amountText(amount, unit)))));
}

const clock = (at) => new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" }).format(new Date(at ?? Date.now()));

/**
 * Mine beside theirs, and what can be chosen: what templates/play/conflict.html shows without a script.
 * mine: how the hand reads by now, see decide.js.
 */
export function conflict(one, mine, nameOf, words) {
  const { trouble, kind } = one, isStale = trouble.kind === "stale", no = one.no ?? one.known_hands + 1;
  const choice = (value, text, facts = {}) => element("button.button", { type: "button", "data-choice": value }, filled(text, facts));
  const side = ({ title, said, isVoid, points, at }, ...more) => element("div", {}, element("h2", {}, title),
    element("p.said", {}, said, isVoid && " ", isVoid && element("span.tag", {}, words.struck_out)),
    points && element("p.small.figure", {}, points), element("p.small.soft", {}, at), ...more);
  const figures = (points) => Object.entries(points ?? {}).map(([id, count]) => `${nameOf(id)}\u00a0${pointsText(count)}`).join("  ");
  const theirs = trouble.theirs.map((line) => side(
    { title: filled(words.theirs, { no: line.no }), said: line.score.text, isVoid: line.is_void, points: line.is_void ? null : figures(line.points),
      at: filled(words.another_phone, { time: clock(line.written_at) }) },
    kind === "record" && isStale && choice(line.id, line.is_void ? words.replace_void : words.replace, { no: line.no })));
  const title = filled(words[`mine_${kind}`] ?? words.hand, { no });
  const own = side({ title, said: mine.said, isVoid: mine.isVoid, points: figures(mine.points), at: filled(words.this_phone, { time: clock(one.at) }) });
  return element("section.note.note-alarm", { id: "conflict", role: "alert" },
    element("p", {}, element("b", {}, isStale ? words.stale : words.refused), " ", isStale ? words.stale_more : trouble.text),
    element("div.versus", {}, ...theirs, own),
    element("div.choices", {}, ...(isStale ? {
      record: () => [choice("both", words.take_both, { no: trouble.count + 1 }), choice("theirs", words.take_theirs)],
      correct: () => [choice("mine", trouble.theirs[0]?.is_void ? words.replace_void : words.replace, { no }), choice("theirs", words.take_theirs)],
      void: () => [choice("mine", words.strike_theirs, { no }), choice("theirs", words.leave_theirs, { no })],
    }[kind] : () => [choice("theirs", words.give_up), choice("mine", words.try_again)])()));
}
