// Cards tapped on the picture of the pack: counted by the server at each tap, taken over into the form.

function cardQuery(form) {
  const wanted = ["rules", "people", "contract", "trump_suit", "cards"];
  return new URLSearchParams([...new FormData(form)].filter(([name]) => wanted.includes(name)).map(([name, value]) => [name, String(value)]));
}

export function counting(form) {
  const fold = form.querySelector(".pile");
  if (!fold) return;
  const points = fold.querySelector("[data-points-counted]");
  const run = fold.querySelector("[data-run-counted]");
  const bid = fold.querySelector("[data-bid-counted]");
  const cards = [...fold.querySelectorAll('[name="cards"]')];
  let counted = { points: 0, run: null };
  let latest = 0;

  async function count() {
    const turn = ++latest;
    try {
      const response = await fetch(`${form.dataset.count}?${cardQuery(form)}`);
      if (!response.ok) throw new Error(String(response.status));
      const answer = await response.json();
      if (turn !== latest) return;
      counted = answer;
      points.textContent = answer.points_text;
      run.textContent = answer.run_text;
      bid.textContent = answer.bid_text;
    } catch {
      // Without the network the buttons still send the form, and the server counts then.
      if (turn === latest) counted = null;
    }
  }

  function take(what) {
    if (what === "points") {
      form.elements.card_points.value = counted.points;
    } else {
      const chips = [...form.querySelectorAll('[name="top_trumps"]')];
      const paid = chips.find((chip) => Number(chip.value) === counted.run) ?? chips[0];
      if (paid) paid.checked = true;
    }
    form.dispatchEvent(new Event("change"));
  }

  form.addEventListener("change", (event) => {
    if (["cards", "contract", "trump_suit"].includes(event.target.name)) count();
  });
  for (const button of fold.querySelectorAll("[data-take]")) {
    button.addEventListener("click", (event) => {
      if (!counted) return;
      event.preventDefault();
      take(button.dataset.take);
    });
  }
  fold.querySelector("[data-clear]").addEventListener("click", () => {
    for (const card of cards) card.checked = false;
    count();
  });
  count();
}
