// Typing a hand without a mouse. While a key of the form has the focus, letters and digits choose another key of its group, or one of
// a later group if the groups between have a value, and the focus moves on: "4SS+1" and Enter can be a whole hand.
"use strict";
(() => {
  const { seen } = window.scorer, PAUSE = 1500;
  const KEYS = "[type=radio], [type=checkbox]", DIGITS = "[inputmode=numeric], [inputmode=decimal]";
  let said = "", group = "", since = 0;  // what was typed last, in which group, and when

  const plain = (text) => text.normalize("NFD").replace(/[\p{M}\s\u00ad]/gu, "").replace("−", "-").replace("×", "x").toLowerCase();
  // The names of a key: its visible text, or the name of a suit.
  function namesOf(key) {
    const [label] = key.labels;
    return [seen(label), ...[...label.querySelectorAll(".suit .visually-hidden")].map(({ textContent }) => textContent)].map(plain);
  }
  // Suits can also be chosen by their English letters. In a group of words, such as names, a digit is the number of a key.
  function find(keys, text) {
    const named = keys.filter((key) => namesOf(key).some((name) => name.startsWith(text)));
    if (named.length) return named;
    const words = keys[0].closest(".words") && !keys.some((key) => /\d/.test(seen(key.labels[0])));
    return words && /^[1-9]$/.test(text) ? keys.slice(text - 1, text) : keys.filter(({ value }) => value.toLowerCase() === text);
  }

  // A key behind "…" can be chosen without opening it. Other folded parts and hidden fields are skipped.
  const fieldsOf = (form) => [...form.elements].filter((field) => field.matches("input:not([type=hidden]), select, textarea")
    && !field.matches(":disabled") && !field.closest("[hidden], details:not([open], .more)"));
  const isSeen = (field) => !field.closest(".more:not([open])");

  function goOn(key) {
    const fields = fieldsOf(key.form).filter(isSeen), last = Math.max(...fields.map(({ name }, place) => (name === key.name ? place : -1)));
    const next = fields[last + 1] ?? key.form.querySelector(".save > button");
    (next.matches(KEYS) && fields.find(({ name, checked }) => name === next.name && checked) || next).focus();
  }
  function choose(key, text, only) {
    if (key.matches("[type=checkbox]") || !key.checked) key.click();
    if (only && key.matches("[type=radio]")) return goOn(key);
    if (isSeen(key)) key.focus();
    [said, group, since] = [key.matches("[type=radio]") ? text : "", key.name, Date.now()];
  }

  document.addEventListener("keydown", (event) => {
    const { target, key, ctrlKey, altKey, metaKey } = event, { form } = target;
    if (!form?.matches(".entry") || !target.matches(KEYS) || key.length !== 1 || key === " " || ctrlKey || altKey || metaKey) return;
    const fields = fieldsOf(form), names = [...new Set(fields.map(({ name }) => name))], typed = plain(key);
    if (!typed) return;
    const more = group === target.name && Date.now() - since < PAUSE ? said + typed : typed;
    [said, group] = ["", ""];
    for (const name of names.slice(names.indexOf(target.name))) {
      const keys = fields.filter((field) => field.name === name);
      if (keys[0].matches(DIGITS) && /\d/.test(typed)) return keys[0].focus();  // the digit will be typed there
      if (!keys[0].matches(KEYS)) continue;
      for (const text of name === target.name ? [more, typed] : [typed]) {
        const found = find(keys, text);
        if (!found.length) continue;
        event.preventDefault();
        return choose(found[0], text, found.length === 1);
      }
      if (!keys.some(({ checked }) => checked)) break;
    }
    const button = [...form.querySelectorAll(".save > button.second")].find(({ textContent }) => plain(textContent).startsWith(typed));
    button?.focus();
  });
})();
