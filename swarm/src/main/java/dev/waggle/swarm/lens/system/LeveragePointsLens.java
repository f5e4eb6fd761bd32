package dev.waggle.swarm.lens.system;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;

import dev.waggle.math.information.Entropy;
import dev.waggle.math.system.LeveragePoint;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.json.WireConstant;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.LensCard;
import dev.waggle.swarm.lens.LensReading;
import dev.waggle.swarm.lens.ReadingFields;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.LensContext;
import dev.waggle.swarm.lens.data.LensThresholds;

/** Leverage of the interventions that the other lenses ask for. */
public final class LeveragePointsLens implements Lens<LeveragePointsLens.LeverageReading> {

    private static final LensCard CARD = new LensCard("leverage-points", "leverage",
            "Would what is asked for change much?", "what the lenses before it found, and challenges of the runtime",
            "level of the strongest intervention that was asked for", "level", "1..12, the lower the stronger",
            "a table of twelve places to intervene", "Meadows 1999", Set.of(Finding.Kind.GAP),
            "misses a problem-reframer, or the role that another lens misses, when weights alone were turned for"
                    + " three rounds with votes while neither the lead nor the uncertainty moved: the swarm turns small"
                    + " knobs")
            .withNeeds("a finding of another lens");

    /** Consecutive rounds with votes without an effect: agents may need one to receive a change and one to answer. */
    static final int ROUNDS_TO_WAIT = 3;

    /** Level from which a lever is weak. */
    static final int WEAK_LEVEL = 9;

    /** Minimum of voters: fewer have no uncertainty that weights could move. */
    static final int MIN_VOTERS = 3;

    static final double URGENCY = 0.6;

    /** Intervention that findings ask for. */
    public enum Action implements WireConstant {
        /** Let an agent challenge. */
        INJECT_CHALLENGE(Finding.Kind.PROVOKE, LeveragePoint.of("inject-challenge")),
        /** Change the weight of votes. */
        ADJUST_WEIGHT(Finding.Kind.WEIGH, LeveragePoint.of("adjust-weight")),
        /** Remove agents that add nothing. */
        PRUNE_REDUNDANT(Finding.Kind.PRUNE, LeveragePoint.of("prune-redundant")),
        /** Add a missing agent. */
        EVOLVE_AGENT(Finding.Kind.GAP, LeveragePoint.of("evolve-agent")),
        /** Change the connections between agents. */
        REWIRE(Finding.Kind.REWIRE, LeveragePoint.INFORMATION_FLOWS);

        private final Finding.Kind kind;
        private final LeveragePoint place;

        Action(Finding.Kind kind, LeveragePoint place) {
            this.kind = kind;
            this.place = place;
        }

        /** Its leverage point. */
        public LeveragePoint place() {
            return place;
        }

        /** Intervention that a finding of that kind asks for; a stop or a failed lens changes no system. */
        static Optional<Action> of(Finding.Kind kind) {
            for (Action action : values()) {
                if (action.kind == kind) {
                    return Optional.of(action);
                }
            }
            return Optional.empty();
        }
    }

    /**
     * An intervention that lenses asked for.
     *
     * @param action the intervention
     * @param times the number of requests, each lens and round counted
     */
    public record RoundRequests(Action action, int times) {

        private JsonValue toJson() {
            return JsonValue
                    .of(new ReadingFields().with("action", action.wireName()).with("level", action.place().level())
                            .with("category", action.place().category()).with("times", times).all());
        }
    }

    /**
     * Reading of the lens.
     *
     * @param actions the interventions asked for so far, the strongest first
     * @param challenges the number of challenges from the runtime or an outside party
     */
    public record LeverageReading(List<RoundRequests> actions, int challenges) implements LensReading {
        public LeverageReading {
            actions = List.copyOf(actions);
        }

        /** The strongest requested intervention. */
        public Action strongest() {
            return actions.getFirst().action();
        }

        @Override
        public OptionalDouble headline() {
            return OptionalDouble.of(strongest().place().level());
        }

        @Override
        public Map<String, JsonValue> figures() {
            return new ReadingFields()
                    .with("actions", JsonValue.of(actions.stream().map(RoundRequests::toJson).toList()))
                    .with("strongest", strongest().wireName()).with("strongestLevel", strongest().place().level())
                    .with("strongestCategory", strongest().place().category()).with("challenges", challenges).all();
        }
    }

    public LeveragePointsLens() {}

    @Override
    public LensCard card() {
        return CARD;
    }

    @Override
    public Probe<LeverageReading> open(LensContext context) {
        return new LeveragePointsProbe(context.thresholds());
    }

    private static final class LeveragePointsProbe implements Probe<LeverageReading> {

        /** State after a round with votes. */
        private record Trace(OptionalInt leader, double uncertainty) {}

        private final LensThresholds thresholds;
        private final Map<Action, Integer> times = new EnumMap<>(Action.class);
        private final Deque<Trace> knobs = new ArrayDeque<>();
        private Optional<String> role = Optional.empty();
        private int challenges;

        LeveragePointsProbe(LensThresholds thresholds) {
            this.thresholds = thresholds;
        }

        @Override
        public List<Finding> observe(DeliberationData deliberation, RoundResults results) {
            Set<Action> actions = EnumSet.noneOf(Action.class);
            Optional<String> missing = Optional.empty();
            for (Finding finding : results.findings()) {
                Optional<Action> action = Action.of(finding.kind());
                action.ifPresent(actions::add);
                action.ifPresent(what -> times.merge(what, 1, Integer::sum));
                if (missing.isEmpty() && finding instanceof Finding.Gap gap) {
                    missing = Optional.of(gap.role());
                }
            }
            boolean challenged = deliberation.externalChallenges().size() > challenges;
            challenges = deliberation.externalChallenges().size();
            if (challenged || actions.contains(Action.INJECT_CHALLENGE)) {
                knobs.clear(); // A stronger intervention is tried.
                role = Optional.empty();
                return List.of();
            }
            return deliberation.changes().isEmpty() || deliberation.proposalCount() < 2
                    ? List.of()
                    : smallKnobs(deliberation, actions, missing);
        }

        private List<Finding> smallKnobs(DeliberationData deliberation, Set<Action> actions, Optional<String> missing) {
            double uncertainty = Entropy.normalized(deliberation.distribution()).orElse(0);
            Trace now = new Trace(deliberation.leader(), uncertainty);
            boolean onlyKnobs = actions.stream().anyMatch(action -> action.place().level() >= WEAK_LEVEL);
            if (!onlyKnobs || uncertainty <= thresholds.entropy() || deliberation.voters() < MIN_VOTERS) {
                knobs.clear();
                role = Optional.empty();
                return List.of();
            }
            if (!knobs.isEmpty() && hasMoved(knobs.getFirst(), now)) {
                knobs.clear();
                role = Optional.empty();
            }
            knobs.addLast(now);
            role = missing.isPresent() ? missing : role;
            if (knobs.size() < ROUNDS_TO_WAIT) {
                return List.of();
            }
            if (knobs.size() > ROUNDS_TO_WAIT) {
                knobs.removeFirst();
            }
            return List.of(new Finding.Gap(CARD.name(), role.orElse("problem-reframer"), URGENCY, String.format(
                    PlainLocale.NONE,
                    "only weights were turned for %d rounds with votes, and %.0f %% of the uncertainty and"
                            + " the lead stayed; stronger is %s, level %d",
                    ROUNDS_TO_WAIT, 100 * uncertainty,
                    role.isPresent() ? "an agent for what is missing" : "to put the question in another way",
                    role.isPresent() ? Action.EVOLVE_AGENT.place().level()
                            : LeveragePoint.of("reframe-problem").level())));
        }

        /** True if the lead changed, or uncertainty by a share that counts as a gain of information. */
        private boolean hasMoved(Trace then, Trace now) {
            return !then.leader().equals(now.leader()) || Math.abs(then.uncertainty() - now.uncertainty())
                    >= thresholds.minInformationGain() * then.uncertainty();
        }

        @Override
        public Optional<LeverageReading> reading() {
            if (times.isEmpty()) {
                return Optional.empty();
            }
            List<RoundRequests> requests = new ArrayList<>();
            times.forEach((action, count) -> requests.add(new RoundRequests(action, count)));
            requests.sort(Comparator.comparing(one -> one.action().place()));
            return Optional.of(new LeverageReading(requests, challenges));
        }
    }
}
