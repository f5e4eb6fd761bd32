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
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.DerivedWorld;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.LearnedStrategy;
import dev.waggle.swarm.engine.record.OpeningFacts;
import dev.waggle.swarm.identity.InfrastructureNames;
import dev.waggle.swarm.lens.data.LensThresholds;
import dev.waggle.swarm.runlog.AnswerJournal;
import dev.waggle.swarm.runlog.DamagedLogException;
import dev.waggle.swarm.runlog.FactBody;
import dev.waggle.swarm.runlog.FirstDifference;
import dev.waggle.swarm.runlog.LoopVersion;
import dev.waggle.swarm.runlog.ReplayContext;
import dev.waggle.swarm.runlog.ReplayLog;
import dev.waggle.swarm.runlog.RunFacts;

/**
 * Logged entries of a run and the world to resume it in: with the seed of its start, and at the date of its
 * interruption.
 *
 * @param journal journal that holds its log
 * @param entries its entries in order; none for a run that was not started
 * @param claim the right to resume it
 */
record ResumableRun(String run, SwarmConfig config, Journal journal, List<LogEntry> entries, Journal.Claim claim) {

    /** Finds the run for reading. */
    static ResumableRun find(SwarmConfig config, String run) {
        return find(config, run, journal -> Journal.Claim.FREE);
    }

    /**
     * Claims the run for resuming: from before it is read, no other solver may write it.
     *
     * @throws IllegalStateException when another solver holds the claim
     */
    static ResumableRun claim(SwarmConfig config, String run) {
        return find(config, run, journal -> journal.claim(run));
    }

    private static ResumableRun find(SwarmConfig config, String run, Function<Journal, Journal.Claim> claiming) {
        try {
            Journal journal = config.journals().journalOf(run);
            Journal.Claim claim = claiming.apply(journal);
            try {
                return new ResumableRun(run, config, journal, entries(journal, run), claim);
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
            JsonObjectReader facts = FactBody.of(opened.signal());
            Task _ = LoggedRun.task(facts);
            long _ = facts.integer("seed");
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
        return LoggedRun.task(openingFact());
    }

    /** The configuration in the world of the run. */
    SwarmConfig configInRunWorld() {
        World real = config.world();
        if (!isKnown()) {
            return config.withDefaultStrategy();
        }
        Instant broke = interruptedAt().orElseGet(real::now);
        Duration shift = Duration.between(real.now(), broke);
        return config.withSetup(Optional.ofNullable(openingFact().optional(OpeningFacts.SETUP)))
                .withConsensus(consensus())
                .withMath(config.math().withThresholds(thresholds()))
                .withWorld(DerivedWorld.of(real, () -> real.now().plus(shift), openingFact().integer("seed")));
    }

    /** The configured rules; where no strategy was chosen, that of the run if it chose none either. */
    private ConsensusConfig consensus() {
        boolean isLearned = LearnedStrategy.ID.equals(openingFact().optionalText("strategy"));
        return isLearned && !config.consensus().hasChosenStrategy()
                ? config.consensus().withStrategy(LearnedStrategy.untaught())
                : config.consensus();
    }

    /** The configured thresholds; where the dependence is the default, that of the run if it began before the fourth loop. */
    private LensThresholds thresholds() {
        LensThresholds configured = config.math().thresholds();
        JsonObjectReader logged = openingFact().optionalObject("thresholds");
        boolean isDefault = configured.dependence() == LensThresholds.defaults().dependence();
        if (LoopVersion.of(openingFact()).isAtLeast(LoopVersion.FOURTH) || !isDefault || logged == null) {
            return configured;
        }
        return configured.withDependence(logged.number("dependence"));
    }

    /** Date of the interruption: the last date in its log, or of an answer stored after that. */
    private Optional<Instant> interruptedAt() {
        Optional<Instant> logged = new ReplayLog(entries).lastDate();
        Optional<Instant> answersSince = config.services().persistence().answers()
                .flatMap(answers -> AnswerJournal.lastDate(answers.journalOf(run).entriesOf(run)));
        return Stream.concat(logged.stream(), answersSince.stream()).max(Comparator.naturalOrder());
    }

    /** Context for a resume along the log and beyond, storing answers as configured. A failure releases the claim. */
    ReplayContext resumeContext() {
        try {
            return openResumeContext();
        } catch (RuntimeException | Error failed) {
            claim.close();
            throw failed;
        }
    }

    private ReplayContext openResumeContext() {
        Optional<Journal> answers = config.services().persistence().answers().map(provider -> provider.journalOf(run));
        AnswerJournal answerJournal = AnswerJournal.of(run, answers, configInRunWorld().world());
        ReplayLog replayLog = new ReplayLog(completeEntries(answerJournal));
        Duration used = isKnown()
                ? Duration.between(entries.getFirst().signal().time(), interruptedAt().orElseThrow())
                : Duration.ZERO;
        return new ReplayContext(replayLog, answerJournal, journal, config.world(), ReplayContext.ReplayMode.LIVE, used,
                claim);
    }

    /**
     * Entries without trailing harness signals of a call whose answer is missing. That call is repeated and emits
     * them again, right behind. From then on both belong to its signals.
     */
    private List<LogEntry> completeEntries(AnswerJournal answerJournal) {
        int end = entries.size();
        while (end > 0 && entries.get(end - 1).signal().type().profile() == Profile.HARNESS
                && answerJournal.recordedWork(entries.get(end - 1).emission()).isEmpty()) {
            end--;
        }
        return entries.subList(0, end);
    }

    /** Along the log and no further. */
    ReplayContext replayContext() {
        ReplayLog replayLog = new ReplayLog(entries);
        return new ReplayContext(replayLog, AnswerJournal.none(run, config.world()), journal, config.world(),
                ReplayContext.ReplayMode.REPLAY,
                replayLog.duration(), claim);
    }

    /** Refuses a task or a configuration that differs from the run's. */
    void requireSameSetup(Task task) {
        if (!isKnown()) {
            return;
        }
        JsonObjectReader was = openingFact();
        SwarmConfig own = configInRunWorld();
        Stamp anyStamp = new Stamp("sig", Source.named(InfrastructureNames.ORCHESTRATOR), Instant.EPOCH, Scope.NONE);
        Signal opened = OpeningFacts.opened(anyStamp, run, task, own, LoopVersion.of(was),
                OpeningFacts.confidenceFactors(was));
        JsonObjectReader is = FactBody.of(opened);
        for (String part : List.of("task", "context", "taskId", RunFacts.TASK_TYPE)) {
            if (!Objects.equals(was.optional(part), is.optional(part))) {
                throw new IllegalArgumentException("the run " + run + " is about another " + label(part) + ": "
                        + difference(part, was, is) + "\nMaybe solve the new task under an id of its own.");
            }
        }
        Set<String> parts = new TreeSet<>(was.names());
        parts.addAll(is.names());
        parts.remove("title");
        for (String part : parts) {
            if (!Objects.equals(was.optional(part), is.optional(part))) {
                throw new IllegalArgumentException("the run " + run + " began with another configuration: "
                        + difference(part, was, is)
                        + "\nMaybe resume it with the configuration that it began with.");
            }
        }
    }

    private static String difference(String part, JsonObjectReader was, JsonObjectReader is) {
        FirstDifference first = FirstDifference.of(part, was.optional(part), is.optional(part));
        return first.path() + " was " + first.was() + ", now it is " + first.is();
    }

    private JsonObjectReader openingFact() {
        return FactBody.of(entries.getFirst().signal());
    }

    private static String label(String part) {
        return switch (part) {
            case "taskId" -> "task signal";
            case "context" -> "context of its task";
            case RunFacts.TASK_TYPE -> "type of task";
            default -> part;
        };
    }
}
