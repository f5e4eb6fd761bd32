package dev.waggle.cli.lens;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.file.JournalExcerpt;
import dev.waggle.journal.file.JournalReader;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Samples;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;

/** A journal written by hand, entry by entry. */
public final class LensJournal {

    private final List<LogEntry> entries = new ArrayList<>();

    /** The entries of an existing journal. */
    public static List<LogEntry> entries(Path place) {
        List<LogEntry> entries = new ArrayList<>();
        try (JournalReader reader = JournalReader.open(place)) {
            reader.forEach(entries::add);
        }
        return entries;
    }

    /** Three agents agree in the second of two rounds, and the lens entropy ran; by this log it found nothing. */
    public static LensJournal agreement(String run) {
        return new LensJournal().opened(run, "\"ballots\":\"approval\",\"maxRounds\":10,\"seed\":7,"
                + "\"lenses\":[\"entropy\"],\"mathematics\":\"steering\"").agreeing(run);
    }

    public LensJournal opened(String run, String facts) {
        return fact(run, 0, "run:opened", null, "{\"run\":\"r\",\"agents\":[{\"id\":\"ada\"},{\"id\":\"bob\"},"
                + "{\"id\":\"cat\"}]" + (facts.isEmpty() ? "" : "," + facts) + "}");
    }

    public LensJournal agreeing(String run) {
        said(run, 1, "ada", new Payload.Proposal("p1", "Three", ""), 0.6);
        said(run, 1, "bob", new Payload.Proposal("p2", "Fifteen", ""), 0.6);
        for (String agent : List.of("ada", "bob", "cat")) {
            said(run, 2, agent, new Payload.Vote("p1", Stance.AGREE, null, 5), 1);
            said(run, 2, agent, new Payload.Vote("p2", Stance.DISAGREE, null, 5), 1);
        }
        return this;
    }

    public LensJournal said(String run, int round, String agent, Payload payload, double confidence) {
        return add(run, round, Source.agent(agent), new Emission(agent, 1), Draft.of(payload, confidence));
    }

    /** Adds an objection of a part of the swarm that is no agent. */
    public LensJournal objection(String run, int round, String part, Payload objection) {
        return add(run, round, Source.named(part), Emission.by(part), Draft.of(objection, 1));
    }

    public LensJournal fact(String run, int round, String type, @Nullable String summary, String json) {
        JsonValue data = JsonText.read(json);
        return add(run, round, Source.named("orchestrator"), Emission.by("orchestrator"),
                Draft.custom(type, new Payload.Open(summary, null, data, null)));
    }

    public LensJournal closed(String run, int rounds) {
        return fact(run, rounds, "run:closed", null, "{\"run\":\"r\",\"rounds\":" + rounds + "}");
    }

    /** Writes the journal and returns its path. */
    public String at(Path file) {
        JournalExcerpt.write(file, entries);
        return file.toString();
    }

    private LensJournal add(String run, int round, Source source, Emission by, Draft draft) {
        Stamp stamp = new Stamp("s" + entries.size(), source, Samples.T, Scope.ofRun(run, round));
        entries.add(new LogEntry(entries.size() + 1L, Samples.T, by, Signal.of(draft, stamp)));
        return this;
    }
}
