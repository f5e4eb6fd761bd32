package dev.waggle.swarm.lens.dynamics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;

import dev.waggle.math.dynamics.chain.MarkovChain;
import dev.waggle.math.dynamics.chain.MarkovCycles;
import dev.waggle.math.dynamics.chain.StationaryDistribution;
import dev.waggle.math.dynamics.chain.TransitionCounts;
import dev.waggle.math.information.Entropy;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.LensCard;
import dev.waggle.swarm.lens.LensReading;
import dev.waggle.swarm.lens.MathStopReason;
import dev.waggle.swarm.lens.ReadingFields;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.DeliberationData.AgentStatement;
import dev.waggle.swarm.lens.data.LensContext;
import org.jspecify.annotations.Nullable;

/**
 * Markov chain of signal kinds: transitions between consecutive signals of the same agent. A cycle of proposals and
 * votes is healthy as long as votes change; it is a loop when it continues without any movement.
 */
public final class MarkovLens implements Lens<MarkovLens.MarkovReading> {

    private static final LensCard CARD = new LensCard("markov", "markov", "Does the debate go round in a circle?",
            "which kind of signal follows which, for each agent by itself",
            "stationary probability of the kinds on circles", "share", "0..1",
            "sum of p over states on cycles of steps above 1/2, with p = p P", "Kemeny and Snell 1960; Norris 1997",
            Set.of(Finding.Kind.SETTLE),
            "settles when agents have gone round the same kinds of words for rounds in which no vote changed and no"
                    + " proposal came")
            .withNeeds("two transitions between contributions");

    /** Maximum number of distinguished kinds; the rest are one kind. Types are open, and a chain costs their cube. */
    private static final int MAX_KINDS = 32;
    private static final String OTHER = "other kinds";

    /** Probability of a cycle step. At most one step out of a state exceeds a half, so these join to simple cycles. */
    private static final double CYCLE_STEP = 0.5;

    /** Share of the time on cycles above which the whole solve counts as cyclic. */
    private static final double CYCLE_MASS = 0.5;

    /** Share of the time on cycles for the stretch that stops a debate; nearly all. */
    private static final double LOOP_MASS = 0.85;

    /** Minimum of transitions without evidence for a loop: three rows of five. */
    private static final int MIN_TRANSITIONS = 15;

    /** One transition alone has no pattern. */
    private static final int MIN_READ = 2;

    /** Relative difference below which two probabilities of a linear solve are equal. */
    private static final double TIE = 1e-9;

    /** A debate needs a start, an exchange and an answer before it can repeat itself. */
    private static final int FIRST_ROUND = 4;

    /** Rounds with signals in which nothing moved. */
    private static final int IDLE_ROUNDS = 3;

    /**
     * Weight of each entry before any transition: it joins kinds that occurred only once to the rest. It takes a
     * fiftieth from a row of {@value #MIN_TRANSITIONS} / 3 transitions among ten kinds.
     */
    private static final double PRIOR = 0.01;

    /** Kinds that only gather information: cycles of these alone do not count. */
    private static final Set<String> GATHERING = Set.of(SignalType.DISCOVERY.text(), SignalType.TOOL_RESULT.text(),
            SignalType.MEMORY_SHARED.text(), SignalType.TASK_NEW.text());

    /**
     * Reading of the lens.
     *
     * @param dominantState the most frequent kind in the long run; empty when several are, when the long run depends
     *        on the start, or when some kind was never followed by another yet
     * @param cyclesDetected whether more than half of the time is spent on circles
     * @param cycleStates the kinds on circles, by name
     * @param cycleMass the share of time spent on them, 0..1
     * @param transitions the number of transitions
     * @param entropyRate the uncertainty of the next kind given the last, in bits; empty if the long run is not unique
     * @param idleRounds the number of rounds with signals since a vote changed or a proposal came
     */
    public record MarkovReading(Optional<String> dominantState, boolean cyclesDetected, List<String> cycleStates,
            double cycleMass, long transitions, OptionalDouble entropyRate, int idleRounds) implements LensReading {
        public MarkovReading {
            cycleStates = List.copyOf(cycleStates);
        }

        @Override
        public OptionalDouble headline() {
            return OptionalDouble.of(cycleMass);
        }

        @Override
        public Map<String, JsonValue> figures() {
            return new ReadingFields().with("dominantState", dominantState).with("cyclesDetected", cyclesDetected)
                    .withTexts("cycleStates", cycleStates).with("cycleMass", cycleMass)
                    .with("transitions", transitions).with("entropyRate", entropyRate)
                    .with("idleRounds", (long) idleRounds).all();
        }
    }

    public MarkovLens() {}

    @Override
    public LensCard card() {
        return CARD;
    }

    @Override
    public Probe<MarkovReading> open(LensContext context) {
        return new MarkovProbe();
    }

    private static final class MarkovProbe implements Probe<MarkovReading> {

        private static final int NONE = -1;

        private final Map<String, Integer> numbers = new HashMap<>();
        private final List<String> kinds = new ArrayList<>();
        private int[] last = {};
        private TransitionCounts all = new TransitionCounts(0);
        private long transitions;
        private int proposals;

        private @Nullable TransitionCounts idle;
        private int idleTransitions;
        private int idleRounds;
        private int idleSpeaker = NONE;
        private boolean severalIdle;

        @Override
        public List<Finding> observe(DeliberationData deliberation, RoundResults results) {
            boolean moved = deliberation.proposalCount() > proposals || !deliberation.changes().isEmpty();
            proposals = deliberation.proposalCount();
            if (moved) {
                forgetIdle();
            }
            if (deliberation.statements().isEmpty()) {
                return List.of();
            }
            recordStatements(deliberation, !moved);
            return moved ? List.of() : loop(deliberation.round());
        }

        private void recordStatements(DeliberationData deliberation, boolean isIdle) {
            int known = last.length;
            if (known < deliberation.agentCount()) {
                last = Arrays.copyOf(last, deliberation.agentCount());
                Arrays.fill(last, known, last.length, NONE);
            }
            idleRounds += isIdle ? 1 : 0;
            for (AgentStatement statement : deliberation.statements()) {
                int kind = kind(statement.signal().type());
                int before = last[statement.agent()];
                last[statement.agent()] = kind;
                if (isIdle) {
                    severalIdle |= idleSpeaker != NONE && idleSpeaker != statement.agent();
                    idleSpeaker = statement.agent();
                }
                if (before != NONE) {
                    count(before, kind, isIdle);
                }
            }
        }

        private void count(int before, int kind, boolean isIdle) {
            all.add(before, kind);
            transitions++;
            if (isIdle) {
                if (idle == null || idle.states() < kinds.size()) {
                    idle = idle == null ? new TransitionCounts(kinds.size()) : idle.withCapacity(kinds.size());
                }
                idle.add(before, kind);
                idleTransitions++;
            }
        }

        private int kind(SignalType type) {
            Integer known = numbers.get(type.toString());
            if (known != null) {
                return known;
            }
            String name = kinds.size() < MAX_KINDS ? type.toString() : OTHER;
            Integer pooled = numbers.get(name);
            if (pooled != null) {
                return pooled;
            }
            numbers.put(name, kinds.size());
            kinds.add(name);
            all = all.withCapacity(kinds.size());
            return kinds.size() - 1;
        }

        private void forgetIdle() {
            idle = null;
            idleTransitions = 0;
            idleRounds = 0;
            idleSpeaker = NONE;
            severalIdle = false;
        }

        /** Loop of the rounds in which nothing moved. */
        private List<Finding> loop(int round) {
            if (idle == null || idleTransitions < MIN_TRANSITIONS || round < FIRST_ROUND || idleRounds < IDLE_ROUNDS
                    || !severalIdle) {
                return List.of();
            }
            LongRun run = LongRun.of(idle.posteriorMean(PRIOR), kinds.subList(0, idle.states()), CYCLE_STEP);
            if (run.cycleMass() < LOOP_MASS || GATHERING.containsAll(run.cycle())) {
                return List.of();
            }
            return List.of(new Finding.Settle(CARD.name(), MathStopReason.CYCLE_DETECTED,
                    String.format(PlainLocale.NONE, "%d rounds went round %s, %.0f %% of the time, and nothing moved",
                            idleRounds, String.join(", ", run.cycle()), run.cycleMass() * 100)));
        }

        @Override
        public Optional<MarkovReading> reading() {
            if (transitions < MIN_READ) {
                return Optional.empty();
            }
            Optional<LongRun> run = all.estimate().chain().map(chain -> LongRun.of(chain, kinds, CYCLE_STEP));
            double mass = run.map(LongRun::cycleMass).orElse(0.0);
            return Optional.of(new MarkovReading(run.flatMap(LongRun::dominant), mass > CYCLE_MASS,
                    mass > CYCLE_MASS ? run.orElseThrow().cycle() : List.of(), mass, transitions,
                    run.map(LongRun::entropyRate).orElse(OptionalDouble.empty()), idleRounds));
        }
    }

    /**
     * Long-run behaviour of a chain.
     *
     * @param dominant the most frequent state, if there is one
     * @param cycle the states on circles, by name
     * @param cycleMass the share of time in them; 0 when the long run depends on the start
     * @param entropyRate the mean uncertainty of a step, in bits
     */
    private record LongRun(Optional<String> dominant, List<String> cycle, double cycleMass,
            OptionalDouble entropyRate) {

        private LongRun {
            cycle = List.copyOf(cycle);
        }

        /** States are sorted by name first, so that the result does not depend on the first speaker. */
        static LongRun of(MarkovChain chain, List<String> kinds, double step) {
            int[] order = IntStream.range(0, kinds.size()).boxed().sorted(Comparator.comparing(kinds::get))
                    .mapToInt(Integer::intValue).toArray();
            double[][] matrix = new double[order.length][order.length];
            for (int i = 0; i < order.length; i++) {
                for (int j = 0; j < order.length; j++) {
                    matrix[i][j] = chain.probability(order[i], order[j]);
                }
            }
            MarkovChain sorted = MarkovChain.of(matrix);
            int[] circle = MarkovCycles.of(sorted, step).states();
            List<String> names = Arrays.stream(circle).mapToObj(state -> kinds.get(order[state])).toList();
            return switch (StationaryDistribution.of(sorted)) {
                case StationaryDistribution.NotUnique _ ->
                    new LongRun(Optional.empty(), names, 0, OptionalDouble.empty());
                case StationaryDistribution.Unique unique -> {
                    double[] shares = unique.probabilities();
                    double mass = Arrays.stream(circle).mapToDouble(state -> shares[state]).sum();
                    double rate = 0;
                    for (int i = 0; i < shares.length; i++) {
                        rate += shares[i] * Entropy.bits(matrix[i]);
                    }
                    OptionalInt most = most(shares);
                    Optional<String> dominant = most.isEmpty() ? Optional.empty()
                            : Optional.of(kinds.get(order[most.getAsInt()]));
                    yield new LongRun(dominant, names, Math.min(1, mass), OptionalDouble.of(rate));
                }
            };
        }

        /** The largest, unless others tie with it. */
        private static OptionalInt most(double[] shares) {
            int best = 0;
            for (int i = 1; i < shares.length; i++) {
                best = shares[i] > shares[best] ? i : best;
            }
            double largest = shares[best];
            long ties = Arrays.stream(shares).filter(share -> share >= largest * (1 - TIE)).count();
            return ties > 1 ? OptionalInt.empty() : OptionalInt.of(best);
        }
    }
}
