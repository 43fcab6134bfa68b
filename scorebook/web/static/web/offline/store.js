// What the phone keeps: evenings as the server last sent them, and what was written here and is not there yet.
//
//   evenings  id -> { id, token, sheet, table, people, club, label, seen, isClosed, moved }
//             id: the token in its address, or a UUID of an evening that was started here. sheet: as the API tells it.
//             table: of rules.offline_table. people: id -> { name, colour }. moved: the token that it got from the server.
//             club: { id, name }, with its token in entries of before 2026-11-28. seen: when its page was open last.
//             isClosed: as on its last page. label: { name, on, day } of an evening that came from another phone: until its
//             page is open here, there is no sheet.
//   writings  place in the queue -> { seq, evening, kind, id, ... }, see queue.js

const NAME = "scorebook", VERSION = 1;
/** @type {Promise<IDBDatabase> | null} */
let opening = null;
/** Whether this phone keeps nothing: its storage may be refused, full or taken away. */
export const storage = { isFailing: false };

/** @type {() => Promise<IDBDatabase>} */
function database() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("evenings", { keyPath: "id" });
      request.result.createObjectStore("writings", { keyPath: "seq", autoIncrement: true });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("blocked"));
  });
  return opening;
}

/** Opens the database once more where the browser has taken it away. @type {(...about: any[]) => Promise<IDBTransaction>} */
async function transactionOf(names, ...more) {
  try {
    return (await database()).transaction(names, ...more);
  } catch {
    opening = null;
  }
  try {
    return (await database()).transaction(names, ...more);
  } catch (error) {
    storage.isFailing = true;
    throw error;
  }
}

/** One transaction over everything. `work` gets the two stores and gives a request or a value; it must not wait for
 *  anything else. Resolves when the phone's storage really holds it: a killed browser loses nothing that was confirmed.
 *  @type {(work: (evenings: IDBObjectStore, writings: IDBObjectStore) => unknown) => Promise<any>} */
export async function change(work) {
  try {
    const found = await changed(work);
    storage.isFailing = false;
    return found;
  } catch (error) {
    storage.isFailing = true;
    throw error;
  }
}

/** @type {typeof change} */
async function changed(work) {
  const transaction = await transactionOf(["evenings", "writings"], "readwrite", { durability: "strict" });
  /** @type {Promise<void>} */
  const done = new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("aborted"));
  });
  done.catch(() => {}); // `work` may raise first
  const found = work(transaction.objectStore("evenings"), transaction.objectStore("writings"));
  await done;
  return found instanceof IDBRequest ? found.result : found;
}

/** Writes an evening anew from what is there by then: two pages may be open.
 *  @type {(id: string, made: (old: Evening | undefined) => object | undefined) => Promise<unknown>} */
export const renew = (id, made) => change((store) => {
  const found = store.get(id);
  found.onsuccess = () => store.put(made(found.result));
});

/** @type {(id: string) => Promise<Evening | undefined>} */
export const evening = async (id) => renamed(await read("evenings", (store) => store.get(id)));
/** @type {() => Promise<Evening[]>} */
export const evenings = async () => (await read("evenings", (store) => store.getAll())).map(renamed);

/** A sheet of before 2026-11-29 has other names for its people and for the time of an agreed end.
 *  @type {(one: any) => any} */
function renamed(one) {
  const sheet = one?.sheet, end = sheet?.agreed_end;
  if (sheet) sheet.people ??= sheet.players;
  if (end) end.ends_at ??= end.at;
  return one;
}

/** The queue, oldest first; of one evening or of all.
 *  @type {(id?: string) => Promise<Writing[]>} */
export async function writings(id) {
  const all = await read("writings", (store) => store.getAll());
  return id === undefined ? all : all.filter((one) => one.evening === id);
}

/** @type {<Of>(name: string, ask: (store: IDBObjectStore) => IDBRequest<Of>) => Promise<Of>} */
async function read(name, ask) {
  const request = ask((await transactionOf(name)).objectStore(name));
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** A UUID that begins with the time, as the server's do (scorebook/core/keys.py); crypto.randomUUID does not, and is not
 *  there without HTTPS, as in the pub. @type {() => string} */
export function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(10));
  bytes[0] = (bytes[0] & 0x0f) | 0x70;
  bytes[2] = (bytes[2] & 0x3f) | 0x80;
  const hex = Date.now().toString(16).padStart(12, "0") + [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
