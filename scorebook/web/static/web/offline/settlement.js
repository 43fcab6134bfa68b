// Who pays whom with the fewest payments: scorebook/ledger/settlement.py for the phone. Pure, whole numbers only.
//
//   plan([[key, balance], ...]) -> [{ payer, payee, amount }, ...]     + is owed money, - owes it
//
// A table has at most seven people. Beside pairs that owe each other the same a group has three people or more, so
// there are two groups at most, and one of them has three.

/** @type {(balances: Balance[]) => Payment[]} */
export function plan(balances) {
  if (!balances.every(([, balance]) => Number.isSafeInteger(balance))) throw new TypeError();
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

/** Of several threes the same as the server: who is owed most comes first, and people who come early are taken.
 *  @type {(items: Balance[]) => Balance[][]} */
function groups(items) {
  const sorted = [...items].sort((one, other) => other[1] - one[1] || byKey(one, other));
  for (let last = 2; last < sorted.length; last += 1)
    for (let second = 1; second < last; second += 1)
      for (let first = 0; first < second; first += 1) {
        const three = [sorted[first], sorted[second], sorted[last]];
        if (three.reduce((sum, [, balance]) => sum + balance, 0) !== 0) continue;
        return [three, sorted.filter((item) => !three.includes(item))];
      }
  return [sorted];
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
