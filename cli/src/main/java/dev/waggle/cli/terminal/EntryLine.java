package dev.waggle.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.TimeZone;
import java.util.stream.Collectors;

import dev.waggle.cli.terminal.TextStyle.Ink;
import dev.waggle.cli.text.LocalTimeText;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Profile;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.inbox.SignalSpeaker;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.text.PlainLocale;

/** A log entry in one line: number, time, round, emitter, type, text. */
public final class EntryLine {

    private static final int TEXT = 120;

    /** Width up to which a line is cut to the terminal. */
    private static final int MAX_WIDTH = 1_000;

    private static final int MIN_COLUMN = 6;

    /** Narrower terminals have times without dates. */
    private static final int NARROW = 64;

    /** Digits of a sequence number, and characters of a round, that stand in columns. */
    private static final int NUMBER = 6;

    private static final int ROUND = 3;

    /** Characters of a text for each column that it may take: more marks on one letter than any script has. */
    private static final int MARKS = 16;

    private EntryLine() {}

    /** The line of an entry, with signals of solves by their names, and the id of a new proposal beside its name. */
    public static String of(LogEntry entry, TextStyle style, RunNames names) {
        return of(entry, style, names, TerminalWidth.ofLine(), TimeZone.getDefault());
    }

    /** The line in that width, with times of that zone. */
    public static String of(LogEntry entry, TextStyle style, RunNames names, int width, TimeZone zone) {
        Signal signal = entry.signal();
        String left = left(entry, width < NARROW, zone);
        String name = names.ofSignal(signal).orElse("");
        String text = head((name.isEmpty() ? "" : name + " ") + text(signal, names), MARKS * width);
        String speaker = TextStyle.printable(speaker(entry));
        String type = TextStyle.printable(signal.type().text());
        String shown = width > MAX_WIDTH ? shortened(TEXT, text) : TextStyle.printable(text);
        if (width <= MAX_WIDTH && TextTable.width(left + speaker + type + shown) + 3 > width) {
            int column = Math.max(MIN_COLUMN, (width - left.length()) / 3);
            speaker = TextTable.clip(speaker, column);
            type = TextTable.clip(type, column);
            shown = TextTable.clip(shown,
                    Math.max(1, width - left.length() - TextTable.width(speaker) - TextTable.width(type) - 3));
        }
        return style.paint(Ink.DIM, left) + " " + style.paint(Ink.BOLD, speaker) + " " + style.paint(Ink.CYAN, type)
                + " " + shown;
    }

    private static String left(LogEntry entry, boolean isNarrow, TimeZone zone) {
        String number = Long.toString(entry.sequence());
        Integer round = entry.signal().scope().round();
        String rounds = round == null ? "" : "r" + round;
        return " ".repeat(Math.max(0, NUMBER - number.length())) + number + "  "
                + LocalTimeText.of(entry.signal().time(), zone, !isNarrow) + "  " + rounds
                + " ".repeat(Math.max(0, ROUND - rounds.length()));
    }

    /** The part of a long text that may be seen, so that the rest costs nothing. */
    private static String head(String text, int longest) {
        return text.length() <= longest ? text : text.substring(0, longest) + '…';
    }

    /**
     * Lines for a person in a seat: the emitter, and the claimed source where it is another, as an agent is told. Mail
     * comes from outside of the solve, so its signals have no names there.
     *
     * @param label the text before the first line, as wide as the indent of those that follow
     */
    public static List<String> ofMail(LogEntry entry, String label, TextStyle style, int width) {
        SignalSpeaker speaker = SignalSpeaker.of(entry);
        String claims = speaker.claims();
        String said = speaker.by() + (claims == null ? "" : " (claims " + claims + ")");
        Signal signal = entry.signal();
        return columns(label, List.of(new Piece(Ink.DIM, LocalTimeText.of(signal.time())), new Piece(Ink.BOLD, said),
                new Piece(Ink.CYAN, signal.type().text())), shortened(TEXT, text(signal, new RunNames())), style,
                width);
    }

    /** Whole text of a signal for a person who is to answer it, with the name that the answer may use. */
    public static List<String> ofNews(Signal signal, String name, String label, TextStyle style, int width) {
        return columns(label, List.of(new Piece(Ink.BOLD, signal.source().label()),
                new Piece(Ink.CYAN, name + ' ' + signal.type().text())), text(signal, new RunNames()), style, width);
    }

    /** A text and its ink. */
    private record Piece(Ink ink, String text) {}

    /** A label and pieces, and a text behind them or, where it does not fit, wrapped below them. */
    private static List<String> columns(String label, List<Piece> pieces, String text, TextStyle style, int width) {
        String head = pieces.stream().map(piece -> TextStyle.printable(piece.text())).collect(Collectors.joining(" "));
        String painted = pieces.stream().map(piece -> style.paint(piece.ink(), TextStyle.printable(piece.text())))
                .collect(Collectors.joining(" "));
        String safe = TextStyle.printable(text);
        String indent = " ".repeat(label.length());
        if (TextTable.width(head + ' ' + safe) + label.length() <= width) {
            return List.of(label + painted + ' ' + safe);
        }
        List<String> lines = new ArrayList<>();
        if (TextTable.width(head) + label.length() <= width) {
            lines.add(label + painted);
        } else {
            TextWrap.lines(head, width - label.length()).forEach(line -> lines.add(indent + line));
            lines.set(0, label + lines.getFirst().substring(label.length()));
        }
        TextWrap.lines(safe, width - label.length()).forEach(line -> lines.add(indent + line));
        return lines;
    }

    /** The emitter, and the claimed source where it is another. */
    public static String speaker(LogEntry entry) {
        Source source = entry.signal().source();
        String by = entry.emission().by();
        return source.label().equals(by) ? by : by + " (as " + claim(source) + ")";
    }

    /** The text of a signal without names of proposals; empty if it has none. */
    public static String textOf(Signal signal) {
        return text(signal, new RunNames());
    }

    /** An agent is known by its id, everything else is named with its kind. */
    private static String claim(Source source) {
        return switch (source) {
            case Source.Webhook(String id) -> id == null ? "webhook" : "webhook " + id;
            case Source.Process(String id) -> id == null ? "process" : "process " + id;
            case Source.System _, Source.Agent _, Source.Harness _, Source.Named _, Source.None _ -> source.label();
        };
    }

    private static String text(Signal signal, RunNames names) {
        return switch (signal.payload()) {
            case Payload.Task task -> task.task();
            case Payload.Discovery found -> found.finding();
            case Payload.Proposal proposal -> proposal.proposalId() + ": " + proposal.content();
            case Payload.Doubt doubt -> doubt.concern();
            case Payload.Challenge challenge -> challenge.counterArgument();
            case Payload.Vote vote -> vote.stance().name().toLowerCase(Locale.ROOT) + " "
                    + names.of(signal).orElse(vote.proposalId())
                    + (vote.reasoning() == null ? "" : ": " + vote.reasoning());
            case Payload.Conflict conflict -> names.sentence(signal, conflict.description());
            case Payload.ConsensusReached reached -> String.format(PlainLocale.NONE, "%.3f %s", reached.confidence(),
                    reached.decision());
            case Payload.Escalate escalate -> escalate.reason();
            case Payload.SharedMemory memory -> memory.content();
            case Payload.ToolResult tool -> tool.toolName() + ": " + tool.result();
            case Payload.Open open when signal.type().profile() == Profile.CONNECTIVITY && open.summary() != null ->
                names.sentence(signal, open.summary());
            case Payload.Open open -> finder(open) + Objects.requireNonNullElse(open.summary(),
                    open.data() == null ? "" : JsonText.write(open.data()));
        };
    }

    /** Name and finding of a lens, before the sentence with the reason; empty for all other bodies. */
    private static String finder(Payload.Open open) {
        if (open.summary() == null || !(open.data() instanceof JsonValue.Obj(var facts))
                || !(facts.get("lens") instanceof JsonValue.Str(String lens))
                || !(facts.get("finding") instanceof JsonValue.Str(String finding))) {
            return "";
        }
        String reason = facts.get("reason") instanceof JsonValue.Str(String word) ? " " + word : "";
        return lens + ", " + finding + reason + ": ";
    }

    /** The text made safe to show, cut to that many characters. */
    static String shortened(int longest, String text) {
        String safe = TextStyle.printable(text);
        return safe.length() <= longest ? safe : safe.substring(0, longest - 1) + "…";
    }
}
