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

/** A copy of a part that the server drew for nobody, see templates/offline/drawn.html. shown: what stands in it, by
 *  selector; null where the place goes. After an @ comes the attribute that is set, of the copy itself without a selector. */
function copied(part, shown) {
  const drawn = /** @type {HTMLTemplateElement} */ (document.querySelector("#drawn"));
  const made = /** @type {HTMLElement} */ (drawn.content.querySelector(part).cloneNode(true));
  for (const [place, content] of Object.entries(shown)) {
    const [selector, attribute] = place.split("@");
    for (const one of selector ? made.querySelectorAll(selector) : [made]) {
      if (attribute) one.setAttribute(attribute, content);
      else if (content === null) one.remove();
      else one.textContent = content;
    }
  }
  return made;
}

export function totals({ totals: lines }, people, { unit, stake }) {
  return lines.map(({ id, name, points, tally, isHere }) => copied(".total", {
    "@class": `total p${people[id].colour}${isHere ? "" : " total-gone"}`, ".name": name,
    ".tally": tally === null ? null : pointsText(tally, false),
    ".points@class": `figure points ${tone(points)}`, ".points": tally === null || points ? pointsText(points) : null,
    ".owed": amountText(points * stake, unit, { signed: true }), ...(isHere && { ".gone": null }),
  }));
}

export function pot(points, { unit, stake }) {
  return copied("#pot", { b: pointsText(points), ".owed": `(${amountText(points * stake, unit)})` });
}

// What a button strikes out or corrects is the hand that is shown with it, by its event: another phone may write meanwhile.
const acts = ({ no, id }) => ({ "[data-correct]@data-correct": no, "[data-void]@data-event": id, "[data-void]@data-void": no });

/** mayUndo: false where another phone wrote it. */
export function lastHand(hand, mayUndo) {
  const made = copied(hand.isVoid ? "#last:has(.is-void)" : "#last", {
    ".said": hand.said, ...acts(hand), ...(!mayUndo && { "[data-void]": null }),
  });
  made.firstElementChild.textContent = filled(made.firstElementChild.textContent, hand);
  return made;
}

export function sheet({ hands, totals: lines }, people) {
  const running = Object.fromEntries(lines.map(({ id }) => [id, 0])), isTally = lines.some(({ tally }) => tally !== null);
  const bodies = hands.map((hand) => {
    for (const { id } of lines) running[id] += (isTally ? hand.tally?.[id] : hand.points[id]) ?? 0;
    return row(hand, lines, running, isTally);
  });
  const made = copied(".sheet", { "@class": `sheet sheet-${lines.length}`, tbody: null });
  made.querySelector(".p0").replaceWith(
    ...lines.map(({ id, name }) => copied(".sheet .p0", { "@class": `p${people[id].colour}`, ".name": name })));
  made.append(...bodies.reverse());
  return made;
}

function row(hand, lines, running, isTally) {
  const made = copied(hand.isVoid ? ".sheet .is-void" : ".sheet tbody", {
    "@id": `hand-${hand.no}`, th: hand.no, ".said": hand.said, ".small": hand.sum ?? "", ...acts(hand), ".why@colspan": lines.length,
    ...(!hand.isVoid && !hand.isCorrected && { ".tag:not(.waits)": null }), ...(!hand.isWaiting && { ".waits": null }),
  });
  made.querySelector("tr").replaceChildren(made.querySelector("th"), ...lines.map(({ id }) => {
    const points = (isTally ? hand.tally?.[id] : hand.points[id]) ?? 0;
    const cell = hand.players.includes(id)
      ? copied(".sheet td + td", { b: pointsText(points, !isTally), "b@class": isTally ? "" : tone(points) }) : copied(".sheet td", {});
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

const WIDTH = 640, HEIGHT = 240; // of the view box in templates/table/chart.html

/** The running balances: one line for each player, from 0 before the first hand. */
export function chart({ hands, totals: lines }, people) {
  if (hands.length < 2) return [];
  const stands = lines.map(({ id }) => {
    let stand = 0;
    return [0, ...hands.map((hand) => { stand += hand.points[id] ?? 0; return stand; })];
  });
  if (!stands.flat().some(Boolean)) return [];
  const top = Math.max(...stands.flat()), span = Math.max(1, top - Math.min(...stands.flat()));
  const y = (stand) => Math.floor((top - stand) * HEIGHT / span), x = (hand) => Math.floor(WIDTH * hand / hands.length);
  const made = copied(".chart", { "line@y1": y(0), "line@y2": y(0) }), svg = made.firstElementChild;
  const standing = lines.map(({ name, points }) => `${name} ${pointsText(points)}`).join(", ");
  svg.setAttribute("aria-label", svg.getAttribute("aria-label") + standing);
  svg.lastElementChild.replaceWith(...stands.map((line, place) => copied("polyline", {
    "@class": `p${people[lines[place].id].colour}`, "@points": line.map((stand, hand) => `${x(hand)},${y(stand)}`).join(" "),
  })));
  return [made];
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
