// A chair accepts a typed name or one of the club's players, who are offered below it (an ARIA combobox with a listbox). Without this
// file, the browser offers the names in a datalist.
"use strict";
(() => {
  const offered = document.getElementById("offered"), MOST = 8;
  const chairs = [...document.querySelectorAll("input[list=roster]")];
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
  const roster = [...document.querySelectorAll("#roster option")].map(({ value, label }) => ({ value, known: [value, label].map(plain).filter(Boolean) }));
  const active = () => offered.querySelector("[aria-selected=true]");

  for (const chair of chairs) {
    chair.removeAttribute("list");
    chair.setAttribute("role", "combobox");
    chair.setAttribute("aria-autocomplete", "list");
    chair.setAttribute("aria-controls", "offered");
    chair.setAttribute("aria-expanded", "false");
  }

  function offer(chair) {
    const typed = plain(chair.value), seated = chairs.filter((other) => other !== chair).map(({ value }) => plain(value));
    const fits = (name) => !typed || name.split(/\s+/).some((word) => word.startsWith(typed)) || name.startsWith(typed);
    const found = roster.filter(({ known }) => known.some(fits) && !known.some((name) => seated.includes(name) || name === typed));
    offered.replaceChildren(...found.slice(0, MOST).map(({ value }, place) => {
      const option = document.createElement("div");
      Object.assign(option, { id: `offered-${place}`, className: "key", role: "option", textContent: value });
      option.setAttribute("aria-selected", "false");
      return option;
    }));
    offered.hidden = !found.length;
    if (found.length) chair.closest(".field").append(offered);
    chair.setAttribute("aria-expanded", String(Boolean(found.length)));
    chair.removeAttribute("aria-activedescendant");
  }

  function close(chair) {
    offered.hidden = true;
    chair.setAttribute("aria-expanded", "false");
    chair.removeAttribute("aria-activedescendant");
  }

  function move(chair, step) {
    const options = [...offered.children], at = options.indexOf(active());
    const next = options.at((at + step + (at < 0 && step < 0 ? 1 : 0)) % options.length);
    active()?.setAttribute("aria-selected", "false");
    next.setAttribute("aria-selected", "true");
    chair.setAttribute("aria-activedescendant", next.id);
  }

  // Focus the next empty chair of the form, if there is one.
  function goOn(chair) {
    close(chair);
    const free = chairs.find((other) => other.form === chair.form && !other.value && !other.closest("[hidden]"));
    free ? free.focus() : chair.blur();
  }

  function take(chair, option) {
    chair.value = option.textContent;
    goOn(chair);
  }

  for (const chair of chairs) {
    chair.addEventListener("focus", () => offer(chair));
    chair.addEventListener("input", () => offer(chair));
    chair.addEventListener("blur", () => close(chair));
    chair.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !offered.hidden) close(chair);
      else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        if (offered.hidden) offer(chair);
        if (!offered.hidden) move(chair, event.key === "ArrowDown" ? 1 : -1);
      } else if (event.key === "Enter" && !offered.hidden && active()) take(chair, active());
      else if (event.key === "Enter" && chair.value) goOn(chair);
      else return;
      event.preventDefault();
    });
  }
  // The chair keeps the focus when a name below it is tapped.
  offered.addEventListener("pointerdown", (event) => event.preventDefault());
  offered.addEventListener("mousedown", (event) => event.preventDefault());
  offered.addEventListener("click", ({ target }) => {
    if (target.matches("[role=option]")) take(document.activeElement, target);
  });
})();
