import { t, tn } from "./words.js";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A share between 0 and 1 in percent. */
export function percent(share, digits = 0) {
  return share === null || share === undefined || Number.isNaN(share)
    ? t("app.none")
    : t("format.percent", { value: (share * 100).toFixed(digits) });
}

/** A whole or rounded number with separators. */
export function count(number) {
  return number === null || number === undefined ? t("app.none") : Math.round(number).toLocaleString("en");
}

/** A number in few characters, such as 12.3k. */
export function brief(number) {
  return number === null || number === undefined
    ? t("app.none")
    : new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 }).format(number);
}

/** A number with so many digits behind the point. */
export function decimal(number, digits = 2) {
  return number === null || number === undefined || Number.isNaN(number) ? t("app.none") : number.toFixed(digits);
}

/** Money in US dollars; small amounts keep two digits that say something. */
export function money(usd) {
  if (usd === null || usd === undefined) {
    return t("app.none");
  }
  const digits = usd === 0 || usd >= 1 ? 2 : Math.min(6, Math.ceil(-Math.log10(usd)) + 1);
  return t("format.money", { value: usd.toFixed(Math.max(2, digits)) });
}

/** Bytes in few characters. */
export function bytes(size) {
  if (size < 1024) {
    return t("format.bytes", { value: size });
  }
  const units = ["kB", "MB", "GB", "TB"];
  let value = size;
  let unit = -1;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${value.toFixed(value < 10 ? 1 : 0)} ${units[unit]}`;
}

/** A duration in its two largest units. */
export function duration(ms) {
  if (ms === null || ms === undefined) {
    return t("app.none");
  }
  if (ms < SECOND) {
    return t("format.ms", { value: Math.round(ms) });
  }
  if (ms < MINUTE) {
    return t("format.s", { value: (ms / SECOND).toFixed(ms < 10 * SECOND ? 1 : 0) });
  }
  const parts = [[DAY, "d"], [HOUR, "h"], [MINUTE, "m"], [SECOND, "s"]];
  const first = parts.findIndex(([size]) => ms >= size);
  const words = [];
  let rest = ms;
  for (const [size, unit] of parts.slice(first, first + 2)) {
    const whole = Math.floor(rest / size);
    rest -= whole * size;
    if (whole > 0) {
      words.push(t(`format.${unit}`, { value: whole }));
    }
  }
  return words.join(" ");
}

/** How long ago, or in how long, a time is. */
export function relative(time, now = Date.now()) {
  const ms = new Date(time).getTime() - now;
  const size = Math.abs(ms);
  const words = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  if (size < 45 * SECOND) {
    return t("format.now");
  }
  if (size < 50 * MINUTE) {
    return words.format(Math.round(ms / MINUTE), "minute");
  }
  return size < 22 * HOUR ? words.format(Math.round(ms / HOUR), "hour") : words.format(Math.round(ms / DAY), "day");
}

/** A time of day and a date in the browser's zone. */
export function moment(time) {
  return new Date(time).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "medium" });
}

/** The number of things in words. */
export function things(key, number) {
  return tn(key, number);
}
