// A hand as the API sends and takes it: with its game and contract in one word. The twin of rules.hand_tags:
// tagHand is tag_hand, untagHand is untag_hand.

const OWN = "own";

/** @type {(hand: Hand, game: string) => TaggedHand} */
export function tagHand({ contract, ...facts }, game) {
  const [own, name] = contract.startsWith(`${OWN}:`) ? [OWN, contract.slice(OWN.length + 1)] : [];
  return { kind: `${game}.${own ?? contract}`, ...(own ? { name } : {}), ...facts };
}

/** What phones kept of before 2026-11-29 has no tag. @type {(hand: TaggedHand | Hand) => Hand} */
export function untagHand(hand) {
  if (!("kind" in hand)) return hand;
  const { kind, name, ...facts } = hand, contract = kind.slice(kind.indexOf(".") + 1);
  return { contract: contract === OWN ? `${OWN}:${name}` : contract, ...facts };
}
