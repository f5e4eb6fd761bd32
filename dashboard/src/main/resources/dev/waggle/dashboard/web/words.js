import { texts } from "./texts.js";

const plural = new Intl.PluralRules("en");

function lookup(key) {
  let value = texts;
  for (const part of key.split(".")) {
    value = value === undefined ? undefined : value[part];
  }
  return value;
}

function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (values && name in values ? String(values[name]) : whole));
}

/** The text of that key, with the values in its braces. A missing one shows its key. */
export function t(key, values) {
  const text = lookup(key);
  return typeof text === "string" ? filled(text, values) : key;
}

/** The text for a number of things: the key has the forms `one` and `other`. */
export function tn(key, count, values) {
  const forms = lookup(key);
  if (!forms || typeof forms !== "object") {
    return key;
  }
  return filled(forms[plural.select(count)] || forms.other, { count: count.toLocaleString("en"), ...values });
}

/** True if there is a text of that key. */
export function hasText(key) {
  return typeof lookup(key) === "string";
}
