// Who pays whom with the fewest payments: scorebook/ledger/settlement.py for the phone. Pure, whole numbers only.
//
//   plan([[key, balance], ...]) -> [{ payer, payee, amount }, ...]     + is owed money, - owes it
//
// A table has at most seven people, so every parting into groups that sum to 0 is looked at.

/** @type {(balances: Balance[]) => Payment[]} */
export function plan(balances) {
  const open = balances.filter(([, balance]) => balance !== 0).sort(byKey);
  if (open.reduce((sum, [, balance]) => sum + balance, 0) !== 0) throw new RangeError("balances must sum to 0");
  const { pairs, rest } = opposites(open);
  return [...pairs, ...groups(rest)].flatMap(largestToLargest).sort(
    (one, other) => other.amount - one.amount || compare(one.payer, other.payer) || compare(one.payee, other.payee),
  );
}

/** @type {(one: string, other: string) => number} */
const compare = (one, other) => (one < other ? -1 : one > other ? 1 : 0);
/** @type {(one: Balance, other: Balance) => number} */
const byKey = ([one], [other]) => compare(one, other);

/** Pairs that owe each other the same: some best parting has each of them as a group.
 *  @type {(open: Balance[]) => { pairs: Balance[][], rest: Balance[] }} */
function opposites(open) {
  const pairs = [], waiting = [];
  for (const item of open) {
    const place = waiting.findIndex(([, balance]) => balance === -item[1]);
    if (place < 0) waiting.push(item);
    else pairs.push([waiting.splice(place, 1)[0], item]);
  }
  return { pairs, rest: waiting };
}

/** most[members]: how often the sum is 0 while the members of a set are seated one after the other in the best order.
 *  @type {(items: Balance[]) => Balance[][]} */
function groups(items) {
  const size = 2 ** items.length, total = Array(size).fill(0), most = Array(size).fill(0), last = Array(size).fill(0);
  const bits = items.map((_, bit) => bit);
  for (let members = 1; members < size; members += 1) {
    const here = bits.filter((bit) => members & (1 << bit));
    total[members] = here.reduce((sum, bit) => sum + items[bit][1], 0);
    last[members] = here.reduce((best, bit) => (most[members ^ (1 << bit)] > most[members ^ (1 << best)] ? bit : best));
    most[members] = most[members ^ (1 << last[members])] + (total[members] === 0 ? 1 : 0);
  }
  /** @type {Balance[][]} */
  const found = [];
  for (let members = size - 1; members; members ^= 1 << last[members]) {
    if (total[members] === 0) found.push([]);
    found.at(-1)?.push(items[last[members]]);
  }
  return found;
}

/** @type {(group: Balance[]) => Payment[]} */
function largestToLargest(group) {
  const left = new Map([...group].sort(byKey)), payments = [];
  /** @type {(key: string) => number} */
  const of = (key) => left.get(key) ?? 0;
  while (left.size) {
    const keys = [...left.keys()].sort(compare);
    const payer = keys.reduce((best, key) => (of(key) < of(best) ? key : best));
    const payee = keys.reduce((best, key) => (of(key) > of(best) ? key : best));
    const amount = Math.min(-of(payer), of(payee));
    payments.push({ payer, payee, amount });
    left.set(payer, of(payer) + amount);
    left.set(payee, of(payee) - amount);
    for (const key of [payer, payee]) if (of(key) === 0) left.delete(key);
  }
  return payments;
}
