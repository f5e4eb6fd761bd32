import { useEffect, useRef, useState } from "./preact.js";
import { get, remove, url } from "./api.js";
import { ConfirmButton } from "./confirm.js";
import { count, percent } from "./format.js";
import { el, Announce, Button, Choice, Empty, Loaded, PageHead, Problem, Share, Time, useLater, useLoad, useQuery } from "./ui.js";
import { t, tn } from "./words.js";

const PAGE = 50;

function Memo({ memory, onForget }) {
  return el("li.memo", null,
    el("p.memo-words", null, el("bdi.words", null, memory.content)),
    el("p.memo-facts.quiet.small", null,
      el("span", null, memory.category),
      el("span", null, t("memory.by", { author: memory.author })),
      el(Time, { at: new Date(memory.time).toISOString() }),
      memory.reinforcedBy.length > 0 && el("span", null, tn("memory.reinforced", memory.reinforcedBy.length)),
      memory.outcome !== "unknown" && el("span", null, t("memory.outcome", { outcome: memory.outcome })),
      memory.run && el("a", { href: url(["runs", memory.run]) }, t("memory.run"))),
    el("p.memo-strength", null, el(Share, { value: memory.strength, label: t("memory.strength") }),
      el("span.quiet.small", null, t(memory.relevance === undefined ? "memory.strengthWord" : "memory.relevance",
        { value: percent(memory.relevance) }))),
    el("div.memo-actions", null, el(ConfirmButton, { label: t("memory.forget"), question: t("memory.sure"),
      confirm: t("memory.yes"), onConfirm: () => onForget(memory) })));
}

/** What agents found and people noted, to search and to forget. */
export function Memory() {
  const [search, setSearch] = useQuery("q");
  const [category, setCategory] = useQuery("category");
  const [more, setMore] = useState([]);
  const [cursor, setCursor] = useState(null);
  const [gone, setGone] = useState([]);
  const [problem, setProblem] = useState(null);
  const [isBusy, setBusy] = useState(false);
  const current = useRef("");
  const words = useLater(search.trim());
  const stats = useLoad((signal) => get("/v1/memories/stats", signal), [gone.length]);
  const path = words ? url(["v1", "memories", "search"], { q: words, category, limit: PAGE })
    : url(["v1", "memories"], { category, limit: PAGE });
  current.current = path;
  const first = useLoad((signal) => get(path, signal), [path]);
  useEffect(() => {
    setMore([]);
    setCursor(null);
  }, [path]);

  async function next(from) {
    setBusy(true);
    setProblem(null);
    const asked = path;
    try {
      const page = await get(url(["v1", "memories"], { category, limit: PAGE, cursor: from }));
      if (asked === current.current) {
        setMore((old) => old.concat(page.items));
        setCursor(page.next || "");
      }
    } catch (failed) {
      setProblem(failed);
    }
    setBusy(false);
  }

  async function forget(memory) {
    setProblem(null);
    try {
      await remove(url(["v1", "memories", memory.id]));
      setGone((old) => old.concat([memory.id]));
    } catch (failed) {
      setProblem(failed);
    }
  }
  const categories = stats.value ? Object.entries(stats.value.byCategory) : [];
  return el("div", null,
    el(PageHead, { title: t("memory.title"), lead: t("memory.lead") },
      stats.value && stats.value.total > 0 && el("p.quiet", null, tn("memory.total", stats.value.total,
        { strength: percent(stats.value.averageStrength) }))),
    el("div.filters", { role: "search" },
      el("input", { type: "search", value: search, placeholder: t("memory.search"), "aria-label": t("memory.search"),
        onInput: (event) => setSearch(event.target.value) }),
      categories.length > 1 && el(Choice, { label: t("memory.category"), value: category, onChange: setCategory,
        options: [{ value: "", label: t("memory.all") }].concat(categories.map(([name, number]) => (
          { value: name, label: t("memory.categoryCount", { name, count: count(number) }) }))) })),
    problem && el(Problem, { problem }),
    el(Announce, { text: gone.length > 0 ? t("memory.forgotten") : "" }),
    el("div.home", { "data-home": "", tabindex: -1 }, el(Loaded, { state: first }, (page) => {
      const rows = page.items.concat(more).filter((memory) => !gone.includes(memory.id));
      if (rows.length === 0) {
        const isFiltered = words || category;
        return el(Empty, { title: t(isFiltered ? "memory.noMatch" : "memory.none") },
          t(isFiltered ? "memory.noMatchHint" : "memory.noneHint"));
      }
      const from = cursor === null ? page.next : cursor;
      return el("div", null,
        el("ul.memos", { "aria-label": t("memory.title") }, rows.map((memory) => el(Memo, { key: memory.id, memory,
          onForget: forget }))),
        from && !words && el(Button, { disabled: isBusy, onClick: () => next(from) }, t("memory.more")));
    })));
}
