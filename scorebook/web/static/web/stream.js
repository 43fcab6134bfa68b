// What the server tells of an open page: the version of its evening, at once when it changes and every 15 s.

const SILENT_MS = 35000;
const AGAIN_MS = 60000;
/** @type {EventSource | null} */
let stream = null;
let heard = 0;
let latest = "";

/** Whether the server reported lately that nothing is newer. version: the ETag of what the page shows.
 *  @type {(version: string) => boolean} */
export const isNewest = (version) => Date.now() - heard < SILENT_MS && version.includes(`"${latest}.`);

/** hear: called at each message. @type {(address: string, hear: () => unknown) => void} */
export function listen(address, hear) {
  const open = () => {
    stream?.close();
    heard = 0;
    if (document.hidden) return; // such a page keeps no connection
    stream = new EventSource(address);
    stream.onmessage = ({ data }) => {
      heard = Date.now();
      latest = data;
      hear();
    };
    stream.onerror = () => { heard = 0; };
  };
  open();
  setInterval(() => Date.now() - heard > SILENT_MS && open(), AGAIN_MS);
  document.addEventListener("visibilitychange", open);
}
