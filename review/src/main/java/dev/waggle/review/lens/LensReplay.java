package dev.waggle.review.lens;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

import dev.waggle.review.ImportedSource;
import dev.waggle.review.RunParameters;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Profile;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.bus.SignalBus;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.identity.InfrastructureNames;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.LensReading;
import dev.waggle.swarm.lens.analysis.MathAnalysis;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.lens.analysis.RoundAnalysis;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.lens.data.LensContext;
import dev.waggle.swarm.lens.runner.MathBridge;
import dev.waggle.swarm.runlog.CallFacts;
import dev.waggle.swarm.runlog.InboxFacts;
import dev.waggle.swarm.runlog.LensFacts;
import dev.waggle.swarm.runlog.LoopVersion;
import dev.waggle.swarm.runlog.RunFacts;
import org.jspecify.annotations.Nullable;

/**
 * Replays a run of a journal through mathematics, as the loop did: first the signals before the first round, then each
 * round. After the analysis of a round come the challenges of the runtime. Owned by one thread.
 */
public final class LensReplay {

    /** Maximum number of replayed rounds. */
    static final int MAX_ROUNDS = 10_000;

    /** The only lens with findings about the weight of votes. */
    private static final String WEIGHING_LENS = "surprise";

    private static final Source MODERATOR = Source.named(InfrastructureNames.DEBATE_MODERATOR);
    private static final Set<SignalType> FACTS = Set.of(RunFacts.OPENED, RunFacts.CLOSED, LensFacts.FOUND,
            InboxFacts.READ);

    private final String run;
    private final List<String> notes = new ArrayList<>();
    private final NavigableMap<Integer, List<Signal>> statements = new TreeMap<>();
    private final Map<Integer, List<Signal>> signalsByRound = new HashMap<>();
    /** Signals of agents in a debate, which follows the analysis of the round: they count for the next. */
    private final Map<Integer, List<Signal>> debated = new HashMap<>();
    private final Map<Integer, List<LoggedFinding>> recorded = new HashMap<>();
    private @Nullable RunParameters opened;
    private long closedRounds;
    private boolean closed;

    private LensReplay(String run) {
        this.run = run;
    }

    /** Replays a run of a journal through the lenses of that run; through all lenses when the log names none. */
    public static LensReplayResult of(Journal journal, String run) {
        return of(run, journal.entriesOf(run), null);
    }

    /**
     * Replays a run through the lenses of that run; through all lenses when the log names none of them, or not the
     * wanted one.
     *
     * @param entries entries of the run in the journal, in order
     * @param lens the requested lens, if any
     */
    public static LensReplayResult of(String run, List<LogEntry> entries, @Nullable Lens<?> lens) {
        LensReplay replay = read(run, entries);
        RunParameters rules = replay.rules();
        return replay.replay(rules, replay.lenses(rules, lens));
    }

    /**
     * Replays a run through the one lens that weighs votes, for the attention of each round. It takes a part of the time
     * of all lenses.
     *
     * @param entries entries of the run in the journal, in order
     */
    public static LensReplayResult ofAttention(String run, List<LogEntry> entries) {
        LensReplay replay = read(run, entries);
        RunParameters rules = replay.rules();
        return replay.replay(rules, replay.lenses(rules, null).stream()
                .filter(lens -> lens.name().equals(WEIGHING_LENS)).toList());
    }

    private static LensReplay read(String run, List<LogEntry> entries) {
        LensReplay replay = new LensReplay(run);
        entries.stream().map(ImportedSource::signalOf).filter(signal -> !isOfHarness(signal)).forEach(replay::add);
        return replay;
    }

    private void add(Signal signal) {
        int round = signal.scope().round() == null ? 0 : signal.scope().round();
        if (signal.type().equals(RunFacts.OPENED)) {
            opened = opened == null ? RunParameters.of(signal) : opened;
        } else if (signal.type().equals(RunFacts.CLOSED)) {
            closed = true;
            closedRounds = RunParameters.number(RunParameters.facts(signal), "rounds").orElse(0L);
        } else if (signal.type().equals(LensFacts.FOUND)) {
            if (signal.payload() instanceof Payload.Open open) {
                recorded.computeIfAbsent(round, _ -> new ArrayList<>()).add(LoggedFinding.of(open));
            }
        }
        if (round > 0) {
            statements.computeIfAbsent(round, _ -> new ArrayList<>());
        }
        if (signal.type().equals(CallFacts.CLOSING)) {
            debated.computeIfAbsent(round, _ -> new ArrayList<>()); // Its votes follow the analysis of the round.
        }
        if (!FACTS.contains(signal.type()) && !isOfBus(signal)) {
            part(signal, round).computeIfAbsent(round, _ -> new ArrayList<>()).add(signal);
        }
    }

    private Map<Integer, List<Signal>> part(Signal signal, int round) {
        if (isAfterwards(signal)) {
            if (signal.source().equals(MODERATOR)) {
                debated.computeIfAbsent(round, _ -> new ArrayList<>());
            }
            return signalsByRound;
        }
        return signal.source() instanceof Source.Agent && debated.containsKey(round) ? debated : statements;
    }

    /** True for the signal of a harness: mathematics never receives it. */
    private static boolean isOfHarness(Signal signal) {
        return signal.type().profile() == Profile.HARNESS;
    }

    /** True for a conflict that the bus records for people; mathematics finds conflicts in the other signals. */
    private static boolean isOfBus(Signal signal) {
        return signal.source().equals(Source.named(SignalBus.SELF));
    }

    /** True for a challenge of the runtime, which follows the analysis of the round. */
    private static boolean isAfterwards(Signal signal) {
        return signal.payload() instanceof Payload.Challenge
                && (signal.source().equals(Source.named(InfrastructureNames.ORCHESTRATOR))
                        || signal.source().equals(MODERATOR));
    }

    private RunParameters rules() {
        return opened == null ? RunParameters.unknown() : opened;
    }

    private LensReplayResult replay(RunParameters rules, List<Lens<?>> lenses) {
        noteWhatIsMissing(rules);
        World world = World.system(rules.seed()).fork(run);
        LensContext context = new LensContext(rules.agents(), rules.maxRounds(), rules.thresholds(), rules.weights(),
                name -> world.random("lens " + name), rules.loop().posterior());
        boolean looked = rules.lenses().filter(names -> !names.isEmpty()).isPresent();
        boolean steered = looked && rules.mathematics().filter("steering"::equals).isPresent();
        MathConfig math = (steered ? MathConfig.defaults() : MathConfig.watching()).withLenses(lenses)
                .withStops(rules.stops());
        MathBridge bridge = rules.loop().isAtLeast(LoopVersion.SECOND)
                ? MathBridge.carryingReasons(math, context, rules.ballots(), rules.minVoters())
                : new MathBridge(math, context, rules.ballots(), rules.minVoters());
        statements.getOrDefault(0, List.of()).forEach(bridge::accept);
        List<LensReplayResult.Round> rounds = new ArrayList<>();
        int last = lastRound();
        for (int round = 1; round <= last; round++) {
            bridge.beginRound(round);
            debated.getOrDefault(round - 1, List.of()).forEach(bridge::accept);
            statements.getOrDefault(round, List.of()).forEach(bridge::accept);
            RoundAnalysis analysis = bridge.processRound();
            rounds.add(toRound(analysis, bridge, lenses, rules));
            signalsByRound.getOrDefault(round, List.of()).forEach(bridge::accept);
        }
        return new LensReplayResult(run, rules.mathematics().filter(_ -> looked), lenses, rounds, bridge.analysis(),
                notes);
    }

    private List<Lens<?>> lenses(RunParameters rules, @Nullable Lens<?> only) {
        List<Lens<?>> looked = new ArrayList<>();
        List<String> unknown = new ArrayList<>();
        for (String name : rules.lenses().orElse(List.of()).stream().distinct().toList()) {
            find(name).ifPresentOrElse(looked::add, () -> unknown.add(name));
        }
        if (!unknown.isEmpty()) {
            notes.add("the run was looked at through lenses that are not known here: " + names(unknown));
        }
        if (rules.lenses().filter(List::isEmpty).isPresent()) {
            notes.add("mathematics was off in this run; all lenses look now, and nothing is compared");
            return LensCatalog.all();
        }
        if (looked.isEmpty()) {
            notes.add("the log says of no lens that it looked; here all do, and nothing is compared");
            return LensCatalog.all();
        }
        if (only != null && !looked.contains(only)) {
            notes.add("the run was not looked at through " + only.name() + "; here all lenses look");
            return LensCatalog.all();
        }
        List<String> absent = LensCatalog.all().stream().filter(lens -> !looked.contains(lens)).map(Lens::name)
                .toList();
        if (!absent.isEmpty()) {
            notes.add("the run was not looked at through: " + names(absent));
        }
        return looked;
    }

    private void noteWhatIsMissing(RunParameters rules) {
        if (opened == null) {
            notes.add("the log does not say who took part and under which rules; usual rules are assumed");
        } else if (rules.agents().isEmpty()) {
            notes.add("the log does not say who took part; those who spoke are taken");
        }
        if (!closed) {
            notes.add("the run was not closed; its last round may be incomplete");
        }
    }

    /** Number of the last round; rounds without signals count, since the loop analyzed them as well. */
    private int lastRound() {
        long last = Math.max(closedRounds, statements.isEmpty() ? 0 : statements.lastKey());
        if (last > MAX_ROUNDS) {
            notes.add("the run has " + last + " rounds; the first " + MAX_ROUNDS + " are shown");
        }
        return (int) Math.min(last, MAX_ROUNDS);
    }

    private LensReplayResult.Round toRound(RoundAnalysis analysis, MathBridge bridge, List<Lens<?>> lenses,
            RunParameters rules) {
        MathAnalysis readings = bridge.analysis();
        Map<String, Double> headlines = new HashMap<>();
        for (Lens<?> lens : lenses) {
            LensReading reading = readings.readings().get(lens.card().field());
            OptionalDouble headline = reading == null ? OptionalDouble.empty() : reading.headline();
            headline.ifPresent(value -> headlines.put(lens.name(), value));
        }
        Set<String> compared = Set.copyOf(rules.lenses().orElse(List.of()));
        List<LoggedFinding> logged = recorded.getOrDefault(analysis.round(), List.of());
        FindingComparison comparison = FindingComparison.of(analysis.findings(), logged, lens -> compared.contains(lens)
                && find(lens).isPresent());
        return new LensReplayResult.Round(analysis, headlines, comparison.found(), comparison.differences(),
                attention(bridge, rules.agents()));
    }

    private static Map<String, Double> attention(MathBridge bridge, List<String> agents) {
        Map<String, Double> attention = new HashMap<>();
        for (String agent : agents) {
            double factor = bridge.attentionOf(agent);
            if (factor != 1) {
                attention.put(agent, factor);
            }
        }
        return attention;
    }

    private static String names(List<String> names) {
        return names.stream().limit(LensCatalog.all().size()).collect(Collectors.joining(", "));
    }

    private static Optional<Lens<?>> find(String name) {
        return LensCatalog.all().stream().filter(lens -> lens.name().equals(name)).findFirst();
    }
}
