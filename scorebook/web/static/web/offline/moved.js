// The evening has a new link: what the phone keeps under the old one, and what still waits there, goes on under the new.

import { change, evening, writings } from "./store.js";

const place = document.getElementById("moved");
if (place && place.dataset.was !== place.dataset.is) {
  const { was = "", is = "" } = place.dataset;
  const [old, waiting] = await Promise.all([evening(was), writings(was)]).catch(() => []);
  if (old && !old.moved) {
    await change((evenings, store) => {
      evenings.put({ ...old, id: is, token: is });
      evenings.put({ id: was, moved: is });
      for (const one of waiting) store.put({ ...one, evening: is });
    });
  }
}
