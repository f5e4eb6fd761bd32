package dev.waggle.cli.terminal;

import java.util.Locale;
import java.util.Objects;

import dev.waggle.cli.terminal.TextStyle.Ink;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Profile;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.inbox.SignalSpeaker;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;

/** A log entry in one line: number, time, round, emitter, type, text. */
public final class EntryLine {

    private static final int TEXT = 120;

    private EntryLine() {}

    /** The line of an entry, with signals of solves by their names, and the id of a new proposal beside its name. */
    public static String of(LogEntry entry, TextStyle style, RunNames names) {
        Signal signal = entry.signal();
        String claimed = signal.source().label().equals(entry.emission().by())
                ? ""
                : " (as " + claim(signal.source()) + ")";
        return line(entry, entry.emission().by() + claimed, style, names);
    }

    /**
     * Line for a person in a seat: the emitter, and the claimed source where it is another, as an agent is told. Mail
     * comes from outside of the solve, so its signals have no names there.
     */
    public static String ofMail(LogEntry entry, TextStyle style) {
        SignalSpeaker speaker = SignalSpeaker.of(entry);
        String claims = speaker.claims();
        return line(entry, speaker.by() + (claims == null ? "" : " (claims " + claims + ")"), style, new RunNames());
    }

    /** Whole text of a signal for a person who is to answer it, with the name that the answer may use. */
    public static String ofNews(Signal signal, String name, TextStyle style) {
        return style.paint(Ink.BOLD, TextStyle.printable(signal.source().label())) + ' '
                + style.paint(Ink.CYAN, TextStyle.printable(name + ' ' + signal.type().text())) + ' '
                + TextStyle.printable(text(signal, new RunNames()));
    }

    private static String line(LogEntry entry, String speaker, TextStyle style, RunNames names) {
        Signal signal = entry.signal();
        Integer round = signal.scope().round();
        return style.paint(Ink.DIM, String.format(Locale.ROOT, "%6d  %s  %-3s", entry.sequence(), signal.time(),
                round == null ? "" : "r" + round))
                + " " + style.paint(Ink.BOLD, TextStyle.printable(speaker)) + " "
                + style.paint(Ink.CYAN, TextStyle.printable(signal.type().text())) + " "
                + shortened(TEXT, names.ofSignal(signal).map(name -> name + " ").orElse("") + text(signal, names));
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
            case Payload.ConsensusReached reached -> String.format(Locale.ROOT, "%.3f %s", reached.confidence(),
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
