// The table page drawn from what the phone holds: the same parts, the same classes as the templates in templates/table.

import { element, filled } from "./element.js";
import { amountText, pointsText, tone } from "./money.js";
import { plan } from "./settlement.js";

export { element, filled };

export function dot(person) { return element(`span.dot.p${person.colour}`); }

export function whoLine({ dealer, stands, sittingOut, notes, place }, people, words) {
  const bold = (id) => element("b", {}, dot(people[id]), people[id].name);
  const rest = sittingOut.flatMap((id, place) => [place ? ", " : "", bold(id), ` ${stands[id]}`]);
  return [
    ...(place ? [element("span.round", {}, filled(words.place, place)), " "] : []),
    element("span", {}, `${words.deals}: `, bold(dealer)),
    ...(rest.length ? [" ", element("span.who-rest", {}, `${rest.length > 1 ? words.sit_out : words.sits_out}: `, ...rest)] : []),
    ...notes.filter(Boolean).flatMap((text) => [" ", element("span.tag.tag-now", {}, text)]),
  ];
}

/** As many as sit there, each a copy of the button that the server drew. */
export function seatButtons(button, seated, { active, dealer, stands }, people, words) {
  return seated.map((id) => {
    const role = id === dealer ? words.deals : id === active[0] ? words.leads : "";
    return filledIn(button.cloneNode(true), {
      "@class": `seat p${people[id].colour}`, "@data-seat": id, "@data-role": "", "@aria-pressed": "false",
      ".name": people[id].name, "small": role, "small@data-rest": role, ".stands": stands[id],
    });
  });
}

/** As many as sit there, each a copy of the chip that the server drew. */
export function seatChips(chip, seated, people) {
  return seated.map((id) => filledIn(chip.cloneNode(true), {
    "@class": `chip chip-player p${people[id].colour}`, "input@value": id, ".name": people[id].name,
  }));
}

/** A copy of a part that the server drew for nobody, see templates/offline/drawn.html. */
function copied(part, shown) {
  const drawn = /** @type {HTMLTemplateElement} */ (document.querySelector("#drawn"));
  return filledIn(drawn.content.querySelector(part).cloneNode(true), shown);
}

/** shown: content by selector, a text or an element; null where the place goes. After an @ comes the attribute that is
 *  set, of the copy itself without a selector. @type {(made: Node, shown: Record<string, any>) => HTMLElement} */
function filledIn(made, shown) {
  const whole = /** @type {HTMLElement} */ (made);
  for (const [place, content] of Object.entries(shown)) {
    const [selector, attribute] = place.split("@");
    for (const one of selector ? whole.querySelectorAll(selector) : [whole]) {
      if (attribute) one.setAttribute(attribute, content);
      else if (content === null) one.remove();
      else one.replaceChildren(content);
    }
  }
  return whole;
}

export function totals({ totals: lines }, people, { money, stake }) {
  return lines.map(({ id, name, points, tally, isHere }) => copied(".total", {
    "@class": `total p${people[id].colour}${isHere ? "" : " total-gone"}`, ".name": name,
    ".tally": tally === null ? null : pointsText(tally, false),
    ".points@class": `figure points ${tone(points)}`, ".points": tally === null || points ? pointsText(points) : null,
    ".owed": amountText(points * stake, money, { signed: true }), ...(isHere && { ".gone": null }),
  }));
}

export function pot(points, { money, stake }) {
  return copied("#pot", { b: pointsText(points), ".owed": `(${amountText(points * stake, money)})` });
}

// What a button strikes out or corrects is the hand that is shown with it, by its event: another phone may write meanwhile.
const acts = ({ no, id }) => ({ "[data-correct]@data-correct": no, "[data-void]@data-event": id, "[data-void]@data-void": no });

export function lastHand(hand) {
  const made = copied(hand.isVoid ? "#last.is-void" : "#last", { ".text": hand.text, ...acts(hand) });
  made.firstElementChild.textContent = filled(made.firstElementChild.textContent, hand);
  return made;
}

export function sheet({ hands, totals: lines }, people) {
  const running = Object.fromEntries(lines.map(({ id }) => [id, 0])), isTally = lines.some(({ tally }) => tally !== null);
  const newest = new Map(hands.filter(({ isUndone }) => !isUndone).map(({ no, place }) => [place?.no, no]));
  const bodies = hands.map((hand) => {
    for (const { id } of lines) running[id] += (isTally ? hand.tally?.[id] : hand.points[id]) ?? 0;
    return row(hand, lines, running, isTally, hand.place && newest.get(hand.place.no) === hand.no);
  });
  const made = copied(".sheet", { "@class": `sheet sheet-${lines.length}`, tbody: null });
  made.querySelector(".p0").replaceWith(
    ...lines.map(({ id, name }) => copied(".sheet .p0", { "@class": `p${people[id].colour}`, ".name": name })));
  made.append(...bodies.filter((_, turn) => !hands[turn].isUndone).reverse());
  return made;
}

function row(hand, lines, running, isTally, headsRound) {
  const { isVoid } = hand, tags = [isVoid, hand.isCorrected && !isVoid, hand.isWaiting];
  const made = copied(".sheet tbody", {
    "@id": `hand-${hand.no}`, th: hand.no, ".text": hand.text, ".small": hand.sum ?? "", ...acts(hand),
    "[colspan]@colspan": lines.length + 1, ...(isVoid && { "@class": "is-void", "[data-void]": null }),
  });
  made.querySelectorAll(".tag").forEach((tag, place) => { if (!tags[place]) tag.remove(); });
  const round = made.querySelector(".round");
  if (headsRound) round.firstElementChild.textContent = filled(round.textContent, hand.place);
  else round.remove();
  const head = made.querySelector("th"), shown = hand.struck ?? hand;
  head.parentElement.replaceChildren(head, ...lines.map(({ id }) => {
    const points = (isTally ? shown.tally?.[id] : shown.points[id]) ?? 0, figure = pointsText(points, !isTally);
    const isHere = hand.players.includes(id), cell = copied(isHere ? ".sheet td + td" : ".sheet th + td", isHere && {
      b: isVoid ? element("del", {}, figure) : figure, "b@class": isTally || isVoid ? "" : tone(points),
    });
    cell.className = [hand.hand.declarer, hand.hand.partner].includes(id) ? "plays" : "";
    cell.querySelector("small").lastChild.textContent = ` ${pointsText(running[id], !isTally)}`;
    return cell;
  }));
  return made;
}

const LINES = ["M9 3v18", "M15 3v18", "M3 9h18", "M3 15h18"];

function hashes(count) {
  const drawings = Array.from({ length: Math.ceil(count / 4) }, (_, place) =>
    copied(".hash", { "path@d": LINES.slice(0, count - 4 * place).join("") }));
  return element("span.strokes", {}, ...drawings, element("span.unseen", {}, String(count)));
}

/** The strokes of two teams, a line for each game. */
export function paper({ teams, rows }, people) {
  const heads = teams.map((team) => element("th", { scope: "col" }, ...team.flatMap((id, place) => [place ? " + " : "", dot(people[id]), people[id].name])));
  const lines = rows.map(({ winner, strokes, games, isWhole, isToNil }) => element(winner === null ? "tr.is-running" : "tr", {}, ...strokes.map((count, team) => {
    const tags = winner === team ? [isWhole ? copied(".lambapea", {}) : isToNil && copied(".to-nil", {}), games > 1 && element("span.tag", {}, `× ${games}`)] : [];
    return element("td", {}, hashes(count), ...tags.filter(Boolean).flatMap((tag) => [" ", tag]));
  })));
  const made = copied(".paper", { tr: null });
  made.querySelector("thead").append(element("tr", {}, ...heads));
  made.querySelector("tbody").append(...lines);
  return made;
}

// The box and its rows as in scorebook/web/core/charts.py.
const WIDTH = 640, HEIGHT = 240, LEAD = 32, ROWS = 9, MOST_STEPS = 5;

/** The running balances: one line for each player, from 0 before the first hand. */
export function chart({ hands, totals: lines }, people) {
  const stands = lines.map(({ id }) => {
    let stand = 0;
    return [0, ...hands.map((hand) => { stand += hand.points[id] ?? 0; return stand; })];
  });
  if (hands.length < 2 || !stands.flat().some(Boolean)) return [];
  const ticks = roundTicks(Math.min(...stands.flat()), Math.max(...stands.flat())), [top] = ticks;
  const y = (stand) => Math.floor((top - stand) * HEIGHT / (top - ticks.at(-1))), across = (stand) => `M0,${y(stand)}H${WIDTH}`;
  const made = copied(".chart", { ".grid@d": ticks.map(across).join(""), ".zero@d": across(0), g: null });
  const [scale, svg, ends] = made.children, names = Array.from({ length: Math.max(ROWS, lines.length) }, () => element("i"));
  const heights = stands.map((line) => y(line.at(-1))), rows = [];
  let row = -1;
  for (const [turn, place] of [...heights.keys()].sort((a, b) => heights[a] - heights[b]).entries()) {
    row = Math.max(row + 1, Math.min(Math.floor(heights[place] * names.length / HEIGHT), names.length - lines.length + turn));
    rows[place] = row;
  }
  svg.append(...lines.map(({ id, name }, place) => {
    const colour = `p${people[id].colour}`;
    names[rows[place]] = element(`b.name.${colour}`, {}, name);
    return copied(".chart g", {
      "@class": colour, "polyline@class": colour, "polyline@points": stands[place].map((stand, hand) => `${Math.floor(WIDTH * hand / hands.length)},${y(stand)}`).join(" "),
      "path@d": `M${WIDTH},${heights[place]}L${WIDTH + LEAD},${Math.floor((rows[place] + 0.5) * HEIGHT / names.length)}`,
    });
  }));
  scale.append(...ticks.map((tick) => element("span", {}, pointsText(tick))));
  ends.append(...names);
  return [made];
}

/** From the top down, in steps of 1, 2, 5, 10 and so on. */
function roundTicks(low, high) {
  let step = 1;
  for (let turn = 0; Math.ceil(high / step) - Math.floor(low / step) > MOST_STEPS; turn++) step *= turn % 3 === 1 ? 2.5 : 2;
  const ticks = [Math.ceil(high / step) * step];
  while (ticks.at(-1) > low) ticks.push(ticks.at(-1) - step);
  return ticks;
}

/** Who would pay whom; null where the pot holds something back, or nobody pays. */
export function payments({ totals: lines }, stake) {
  const balances = lines.map(({ id, points }) => [id, points * stake]);
  return balances.reduce((sum, [, amount]) => sum + amount, 0) === 0 ? plan(balances) : null;
}

/** The part of the page that tells it, folded. */
export function planned(found, people, money) {
  const made = copied("#plan", { [found.length ? "ul + p" : "ul"]: null });
  made.querySelector("ul")?.replaceChildren(...found.map(({ payer, payee, amount }) => {
    const line = copied(".payment", {
      ".dot@class": `dot p${people[payer].colour}`, ".dot + span": people[payer].name, ".figure": amountText(amount, money),
    });
    line.querySelector(".grow").lastElementChild.replaceChildren(dot(people[payee]), people[payee].name);
    return line;
  }));
  return made;
}

export const clock = (at) => new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" }).format(new Date(at ?? Date.now()));

/** Mine beside theirs, and what can be chosen. mine: how the hand reads by now, see queue.js. */
export function conflict(one, mine, nameOf, words) {
  const { trouble, kind } = one, isStale = trouble.kind === "stale", no = one.no ?? one.known_hands + 1;
  const figures = (points) => Object.entries(points ?? {}).map(([id, count]) => `${nameOf(id)}\u00a0${pointsText(count)}`).join("  ");
  const title = filled(words[`mine_${kind}`] ?? words.hand, { no });
  const own = side({ title, ...mine, figures: figures(mine.points), when: filled(words.this_phone, { time: clock(one.at) }) });
  const theirs = trouble.theirs.map((line) => side({
    title: filled(words.theirs, { no: line.no }), text: line.score.text, isVoid: line.is_void, figures: line.is_void ? null : figures(line.points),
    when: filled(words.another_phone, { time: clock(line.written_at) }),
  }, kind === "record" && isStale && choice(line.id, line.is_void ? words.replace_void : words.replace, line.no)));
  const made = copied("#conflict", {});
  if (!isStale) made.querySelector("p").replaceChildren(element("b", {}, words.refused), " ", trouble.text);
  made.querySelector(".versus").replaceChildren(...theirs, own);
  made.querySelector(".choices").replaceChildren(...choicesOf(isStale ? kind : "", { trouble, no }, words));
  return made;
}

function side({ title, text, isVoid, figures, when }, more) {
  const made = copied("#conflict .versus > div", { h2: title, ".figure": figures || null, ".soft": when, ...(!isVoid && { ".tag": null }) });
  made.querySelector(".text").prepend(text);
  if (more) made.append(more);
  return made;
}

const choice = (value, text, no) => element("button.button", { type: "button", "data-choice": value }, filled(text, { no }));

// What was refused has no kind: it is given up or tried again.
function choicesOf(kind, { trouble, no }, words) {
  switch (kind) {
    case "record": return [choice("both", words.take_both, trouble.count + 1), choice("theirs", words.take_theirs)];
    case "correct": return [choice("mine", trouble.theirs[0]?.is_void ? words.replace_void : words.replace, no), choice("theirs", words.take_theirs)];
    case "void": return [choice("mine", words.strike_theirs, no), choice("theirs", words.leave_theirs, no)];
    default: return [choice("theirs", words.give_up), choice("mine", words.try_again)];
  }
}
