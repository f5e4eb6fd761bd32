package dev.waggle.review;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.VoteWeights;
import dev.waggle.swarm.lens.MathStopReason;
import dev.waggle.swarm.lens.data.LensThresholds;
import dev.waggle.swarm.runlog.LoopVersion;
import dev.waggle.swarm.runlog.RunFacts;

/**
 * Parameters of a run in a journal, read from its {@code run:opened}. Missing or invalid values get their defaults,
 * since a journal may be of another version, or forged.
 *
 * @param agents participants, each once
 * @param ballots meaning of a vote for the other proposals
 * @param minVoters number of voters that the consensus needed
 * @param maxRounds number of the last possible round
 * @param seed seed of its random source
 * @param lenses names of its lenses, none when mathematics was off; empty when it does not mention lenses
 * @param weights weights of votes
 * @param thresholds thresholds of findings
 * @param mathematics mode of mathematics; empty when it does not mention it
 * @param stops reasons that may stop it; all when it does not mention any
 * @param loop version of the loop, the first when it does not mention one
 */
public record RunParameters(List<String> agents, BallotRule ballots, int minVoters, int maxRounds, long seed,
        Optional<List<String>> lenses,
        VoteWeights weights, LensThresholds thresholds, Optional<String> mathematics,
        Set<MathStopReason> stops, LoopVersion loop) {

    public RunParameters {
        agents = List.copyOf(agents);
        stops = Set.copyOf(stops);
    }

    /** True if mathematics steered it. */
    public boolean isSteered() {
        return lenses.filter(names -> !names.isEmpty()).isPresent()
                && mathematics.filter("steering"::equals).isPresent();
    }

    /** Reads the parameters of that signal. */
    public static RunParameters of(Signal signal) {
        return of(facts(signal));
    }

    /** A run without entries in the journal. */
    public static RunParameters unknown() {
        return of(Map.of());
    }

    private static RunParameters of(Map<String, JsonValue> facts) {
        BallotRule ballots = text(facts, "ballots").filter(BallotRule.EXCLUSIVE.wireName()::equals)
                .map(_ -> BallotRule.EXCLUSIVE).orElse(BallotRule.APPROVAL);
        Limits usual = Limits.defaults();
        long rounds = number(facts, "maxRounds").orElse((long) usual.maxRounds());
        int maxRounds = rounds < 1 || rounds > Integer.MAX_VALUE ? usual.maxRounds() : (int) rounds;
        Optional<List<String>> lenses = facts.get("lenses") instanceof JsonValue.Arr(var names)
                ? Optional.of(texts(names)).filter(known -> names.isEmpty() || !known.isEmpty())
                : Optional.empty();
        return new RunParameters(agents(facts), ballots, minVoters(facts), maxRounds, number(facts, "seed").orElse(0L),
                lenses,
                weights(facts), thresholds(facts), text(facts, "mathematics"), stops(facts), loop(facts));
    }

    private static Set<MathStopReason> stops(Map<String, JsonValue> facts) {
        if (!(facts.get(RunFacts.STOPS) instanceof JsonValue.Arr(var names))) {
            return EnumSet.allOf(MathStopReason.class);
        }
        Set<String> known = Set.copyOf(texts(names));
        EnumSet<MathStopReason> stops = EnumSet.noneOf(MathStopReason.class);
        Arrays.stream(MathStopReason.values()).filter(reason -> known.contains(reason.wireName())).forEach(stops::add);
        return stops;
    }

    private static LoopVersion loop(Map<String, JsonValue> facts) {
        long number = number(facts, LoopVersion.KEY).orElse((long) LoopVersion.FIRST.number());
        return Arrays.stream(LoopVersion.values()).filter(version -> version.number() <= number)
                .reduce(LoopVersion.FIRST, (_, later) -> later);
    }

    /** The fields of a fact of the runtime; none when it is none. */
    public static Map<String, JsonValue> facts(Signal signal) {
        return signal.payload() instanceof Payload.Open open && open.data() instanceof JsonValue.Obj(var fields)
                ? fields
                : Map.of();
    }

    /** A text among facts; empty if it is none. */
    public static Optional<String> text(Map<String, JsonValue> facts, String name) {
        return facts.get(name) instanceof JsonValue.Str(String value) ? Optional.of(value) : Optional.empty();
    }

    /** A whole number; none if it is none, or too large. Digits are counted first: 1e99999 is never written out. */
    public static Optional<Long> number(Map<String, JsonValue> facts, String name) {
        if (!(facts.get(name) instanceof JsonValue.Num(BigDecimal value))
                || (long) value.precision() - value.scale() > Long.toString(Long.MAX_VALUE).length()
                || value.scale() > Long.SIZE) {
            return Optional.empty();
        }
        try {
            return Optional.of(value.longValueExact());
        } catch (ArithmeticException noLong) {
            return Optional.empty();
        }
    }

    private static int minVoters(Map<String, JsonValue> facts) {
        long stated = number(facts, "minVoters").orElse(1L);
        return stated < 1 || stated > Integer.MAX_VALUE ? 1 : (int) stated;
    }

    private static VoteWeights weights(Map<String, JsonValue> facts) {
        Map<String, Double> ofAgents = new HashMap<>();
        if (facts.get("agents") instanceof JsonValue.Arr(var agents)) {
            for (JsonValue agent : agents) {
                if (agent instanceof JsonValue.Obj(var fields)) {
                    text(fields, "id").ifPresent(id -> ofAgents.put(id, weight(fields, "weight")));
                }
            }
        }
        return new VoteWeights(weight(facts, "maxWeight"), ofAgents);
    }

    /** A weight that a swarm accepts; 1 if it is none. */
    private static double weight(Map<String, JsonValue> facts, String name) {
        double value = facts.get(name) instanceof JsonValue.Num(BigDecimal number) ? number.doubleValue() : 1;
        return value > 0 && value <= ConsensusConfig.WEIGHT_LIMIT ? value : 1;
    }

    private static LensThresholds thresholds(Map<String, JsonValue> facts) {
        Map<String, JsonValue> stated = facts.get("thresholds") instanceof JsonValue.Obj(var fields)
                ? fields
                : Map.of();
        LensThresholds usual = loop(facts).thresholds();
        return new LensThresholds(share(stated, "entropy", usual.entropy()),
                share(stated, "minInformationGain", usual.minInformationGain()),
                share(stated, "redundancy", usual.redundancy()), share(stated, "dependence", usual.dependence()));
    }

    private static double share(Map<String, JsonValue> facts, String name, double usual) {
        double value = facts.get(name) instanceof JsonValue.Num(BigDecimal number) ? number.doubleValue() : usual;
        return value >= 0 && value <= 1 ? value : usual;
    }

    private static List<String> agents(Map<String, JsonValue> facts) {
        List<String> ids = new ArrayList<>();
        if (facts.get("agents") instanceof JsonValue.Arr(var agents)) {
            for (JsonValue agent : agents) {
                if (agent instanceof JsonValue.Obj(var fields)) {
                    text(fields, "id").filter(id -> !id.isBlank()).ifPresent(ids::add);
                }
            }
        }
        return ids.stream().distinct().toList();
    }

    private static List<String> texts(List<JsonValue> values) {
        List<String> texts = new ArrayList<>();
        for (JsonValue value : values) {
            if (value instanceof JsonValue.Str(String text)) {
                texts.add(text);
            }
        }
        return texts;
    }
}
