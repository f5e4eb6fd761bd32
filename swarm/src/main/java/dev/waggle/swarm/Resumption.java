package dev.waggle.swarm;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

import dev.waggle.signal.Profile;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.DerivedWorld;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.agent.Infrastructure;
import dev.waggle.swarm.runlog.DamagedLogException;
import dev.waggle.swarm.runlog.Fields;
import dev.waggle.swarm.runlog.FirstDifference;
import dev.waggle.swarm.runlog.KeptAnswers;
import dev.waggle.swarm.runlog.Past;
import dev.waggle.swarm.runlog.Retrace;
import dev.waggle.swarm.runlog.RunFacts;
import dev.waggle.swarm.engine.record.OpeningFacts;

/**
 * What the log of a run holds, and in which world it goes on: with the seed that it began with, and at the date at which
 * it broke off.
 *
 * @param journal where its log is
 * @param entries what it holds of the run, in order; none for a run that nobody began
 * @param claim the right to go on with it
 */
record Resumption(String run, SwarmConfig config, Journal journal, List<LogEntry> entries, Journal.Claim claim) {

    /** Looks the run up, to read it. */
    static Resumption find(SwarmConfig config, String run) {
        return find(config, run, journal -> Journal.Claim.FREE);
    }

    /**
     * Looks the run up, to go on with it: from before it is read nobody else may write it.
     *
     * @throws IllegalStateException when somebody else is solving it
     */
    static Resumption claim(SwarmConfig config, String run) {
        return find(config, run, journal -> journal.claim(run));
    }

    private static Resumption find(SwarmConfig config, String run, Function<Journal, Journal.Claim> claiming) {
        try {
            Journal journal = config.journals().journalOf(run);
            Journal.Claim claim = claiming.apply(journal);
            try {
                return new Resumption(run, config, journal, entries(journal, run), claim);
            } catch (RuntimeException | Error failed) {
                claim.close();
                throw failed;
            }
        } catch (UncheckedIOException unreadable) {
            throw new UncheckedIOException("the log of " + run + " could not be read, so it cannot be resumed: "
                    + unreadable.getMessage(), unreadable.getCause());
        }
    }

    private static List<LogEntry> entries(Journal journal, String run) {
        List<LogEntry> entries = journal.entriesOf(run);
        if (!entries.isEmpty() && !entries.getFirst().signal().type().equals(RunFacts.OPENED)) {
            throw new IllegalStateException("the log of " + run + " cannot be resumed: it begins with "
                    + entries.getFirst().signal().type() + ", not with " + RunFacts.OPENED
                    + "\nMaybe its beginning was compacted away, or it is the id of something else.");
        }
        if (!entries.isEmpty()) {
            requireReadable(run, entries.getFirst());
        }
        return entries;
    }

    private static void requireReadable(String run, LogEntry opened) {
        try {
            Fields facts = Fields.of(opened.signal());
            Task _ = LoggedRun.task(facts);
            long _ = facts.whole("seed");
            Map<String, Double> _ = OpeningFacts.confidenceFactors(facts);
        } catch (RuntimeException bad) {
            throw DamagedLogException.atBeginning(run, opened, bad);
        }
    }

    boolean isKnown() {
        return !entries.isEmpty();
    }

    /** The question that the run answers. */
    Task task() {
        return LoggedRun.task(opened());
    }

    /** The configuration in the world of the run. */
    SwarmConfig inItsWorld() {
        World real = config.world();
        if (!isKnown()) {
            return config;
        }
        Instant broke = brokeOff().orElseGet(real::now);
        Duration shift = Duration.between(real.now(), broke);
        return config.withSetup(Optional.ofNullable(opened().jsonOrNull(OpeningFacts.SETUP)))
                .withWorld(DerivedWorld.of(real, () -> real.now().plus(shift), opened().whole("seed")));
    }

    /** When the solve broke off: at the last date in its log, or of an answer that was kept after that. */
    private Optional<Instant> brokeOff() {
        Optional<Instant> logged = new Past(entries).lastDate();
        Optional<Instant> kept = config.ports().persistence().answers()
                .flatMap(answers -> KeptAnswers.lastDate(answers.journalOf(run).entriesOf(run)));
        return Stream.concat(logged.stream(), kept.stream()).max(Comparator.naturalOrder());
    }

    /** Along the log and on, keeping answers as configured. When that fails, the claim is over. */
    Retrace live() {
        try {
            return goOn();
        } catch (RuntimeException | Error failed) {
            claim.close();
            throw failed;
        }
    }

    private Retrace goOn() {
        Optional<Journal> answers = config.ports().persistence().answers().map(kept -> kept.journalOf(run));
        KeptAnswers kept = KeptAnswers.of(run, answers, inItsWorld().world());
        Past past = new Past(whole(kept));
        Duration used = isKnown()
                ? Duration.between(entries.getFirst().signal().time(), brokeOff().orElseThrow())
                : Duration.ZERO;
        return new Retrace(past, kept, journal, config.world(), Retrace.Mode.LIVE, used, claim);
    }

    /**
     * The entries without what models told at the very end, of work whose answer is nowhere. That work is done again and
     * tells it anew, right behind: from then on both belong to what it told.
     */
    private List<LogEntry> whole(KeptAnswers kept) {
        int end = entries.size();
        while (end > 0 && entries.get(end - 1).signal().type().profile() == Profile.HARNESS
                && kept.work(entries.get(end - 1).emission()).isEmpty()) {
            end--;
        }
        return entries.subList(0, end);
    }

    /** Along the log and no further. */
    Retrace replay() {
        Past past = new Past(entries);
        return new Retrace(past, KeptAnswers.none(run, config.world()), journal, config.world(), Retrace.Mode.REPLAY,
                past.span(), claim);
    }

    /** Refuses a task that is not that of the run, and a configuration that is not. */
    void requireSame(Task task) {
        if (!isKnown()) {
            return;
        }
        Fields was = opened();
        SwarmConfig own = inItsWorld();
        Stamp anyStamp = new Stamp("sig", Source.named(Infrastructure.ORCHESTRATOR), Instant.EPOCH, Scope.NONE);
        Signal opened = OpeningFacts.opened(anyStamp, run, task, own, OpeningFacts.confidenceFactors(was));
        Fields is = Fields.of(opened);
        for (String part : List.of("task", "context", "taskId")) {
            if (!Objects.equals(was.jsonOrNull(part), is.jsonOrNull(part))) {
                throw new IllegalArgumentException("the run " + run + " is about another " + words(part) + ": "
                        + parting(part, was, is) + "\nMaybe solve the new task under an id of its own.");
            }
        }
        Set<String> parts = new TreeSet<>(was.fields().keySet());
        parts.addAll(is.fields().keySet());
        parts.remove("title");
        for (String part : parts) {
            if (!Objects.equals(was.jsonOrNull(part), is.jsonOrNull(part))) {
                throw new IllegalArgumentException("the run " + run + " began with another configuration: "
                        + parting(part, was, is)
                        + "\nMaybe resume it with the configuration that it began with.");
            }
        }
    }

    private static String parting(String part, Fields was, Fields is) {
        FirstDifference first = FirstDifference.of(part, was.jsonOrNull(part), is.jsonOrNull(part));
        return first.path() + " was " + first.was() + ", now it is " + first.is();
    }

    private Fields opened() {
        return Fields.of(entries.getFirst().signal());
    }

    private static String words(String part) {
        return part.equals("taskId") ? "task signal" : part.equals("context") ? "context of its task" : part;
    }
}
