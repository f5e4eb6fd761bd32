package dev.waggle.review.outcome;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.math.inference.ShareInterval;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.evaluation.CalibrationReport;
import dev.waggle.swarm.evaluation.OutcomeTracker;
import dev.waggle.swarm.evaluation.ReliabilityTracker;
import dev.waggle.swarm.reliability.AgentReliability;
import dev.waggle.swarm.reputation.AgentReputation;
import dev.waggle.swarm.reputation.ReliabilityRecord;
import dev.waggle.swarm.reputation.ReputationSnapshot;
import dev.waggle.swarm.selection.AgentCalibration;
import dev.waggle.swarm.selection.AgentCalibration.CalibrationSnapshot;

/** Lessons of outcomes as JSON. */
public final class ReputationJson {

    /** Probability that an interval covers. */
    public static final double LEVEL = 0.9;

    private ReputationJson() {}

    /** One object with these agents, the calibration of the answers, and the version of the weights. */
    public static JsonValue.Obj of(OutcomeTracker outcomes, ReliabilityTracker reliability, List<String> agents) {
        ReputationSnapshot reputation = outcomes.reputation();
        CalibrationReport report = outcomes.report();
        List<JsonValue> listed = new ArrayList<>();
        CalibrationSnapshot claims = outcomes.snapshot();
        agents.forEach(agent -> listed.add(agent(reliability, reputation, claims.of(agent), agent)));
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("outcomes", JsonValue.of(report.totalOutcomes()));
        fields.put("accuracy", JsonValue.of(report.accuracy()));
        fields.put("calibrationError", JsonValue.of(report.calibrationError()));
        fields.put("brier", JsonValue.of(report.brier()));
        fields.put("bins", bins(report.buckets().stream().map(bucket -> new BinSums(bucket.count(),
                bucket.predictedSum(), bucket.actualSum())).toList()));
        fields.put("learnedFrom", JsonValue.of(reliability.learned()));
        fields.put("version", JsonValue.of(reliability.version()));
        fields.put("agents", JsonValue.of(listed));
        return new JsonValue.Obj(fields);
    }

    private static JsonValue agent(ReliabilityTracker reliability, ReputationSnapshot reputation,
            AgentCalibration claims, String agent) {
        AgentReputation known = reputation.of(agent);
        Map<String, JsonValue> fields = record(known.overall(), reputation);
        Map<String, JsonValue> whole = new LinkedHashMap<>();
        whole.put("agent", JsonValue.of(agent));
        whole.putAll(fields);
        List<JsonValue> types = new ArrayList<>();
        known.byType().forEach((type, record) -> {
            Map<String, JsonValue> ofType = new LinkedHashMap<>();
            ofType.put("type", JsonValue.of(type));
            ofType.putAll(record(record, reputation));
            types.add(JsonValue.of(ofType));
        });
        whole.put("types", JsonValue.of(types));
        whole.put("strengths", texts(known.strengths()));
        whole.put("weaknesses", texts(known.weaknesses()));
        whole.put("claims", claims(claims));
        reliability.reliability(agent).ifPresent(weights -> whole.put("weights", weights(weights)));
        return JsonValue.of(whole);
    }

    private static JsonValue claims(AgentCalibration claims) {
        return new JsonObjectBuilder().with("count", claims.sampleCount())
                .with("calibrationError", claims.calibrationError())
                .with("overconfidence", claims.overconfidenceRatio())
                .with("bins", bins(claims.bins().stream()
                        .map(bin -> new BinSums(bin.claims(), bin.confidence(), bin.correct())).toList()))
                .json();
    }

    /** Sums of one bin of a reliability diagram. */
    private record BinSums(long cases, double confidence, double right) {}

    /** The bins of a reliability diagram, equally wide, from 0 to 1. */
    private static JsonValue bins(List<BinSums> sums) {
        List<JsonValue> bins = new ArrayList<>();
        for (int i = 0; i < sums.size(); i++) {
            BinSums bin = sums.get(i);
            double cases = Math.max(1, bin.cases);
            bins.add(new JsonObjectBuilder().with("low", (double) i / sums.size())
                    .with("high", (i + 1.0) / sums.size()).with("cases", bin.cases)
                    .with("confidence", bin.confidence / cases).with("accuracy", bin.right / cases).json());
        }
        return JsonValue.of(bins);
    }

    private static Map<String, JsonValue> record(ReliabilityRecord record, ReputationSnapshot reputation) {
        ShareInterval interval = record.interval(reputation.prior(), LEVEL);
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("outcomes", JsonValue.of(record.total()));
        fields.put("right", JsonValue.of(record.successes()));
        fields.put("accuracy", JsonValue.of(record.accuracy()));
        fields.put("low", JsonValue.of(interval.low()));
        fields.put("high", JsonValue.of(interval.high()));
        fields.put("trend", JsonValue.of(record.trend()));
        fields.put("reputation", JsonValue.of(record.weight(reputation.prior())));
        return fields;
    }

    private static JsonValue weights(AgentReliability weights) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("vote", JsonValue.of(weights.vote()));
        fields.put("voteDeviation", JsonValue.of(weights.deviation()));
        fields.put("debateVote", JsonValue.of(weights.debateVote()));
        List<JsonValue> categories = new ArrayList<>();
        weights.categories().forEach(category -> {
            Map<String, JsonValue> ofCategory = new LinkedHashMap<>();
            ofCategory.put("type", JsonValue.of(category.category()));
            ofCategory.put("weight", JsonValue.of(category.weight()));
            ofCategory.put("deviation", JsonValue.of(category.deviation()));
            categories.add(JsonValue.of(ofCategory));
        });
        fields.put("types", JsonValue.of(categories));
        List<JsonValue> companions = new ArrayList<>();
        weights.companions().forEach(companion -> {
            Map<String, JsonValue> other = new LinkedHashMap<>();
            other.put("agent", JsonValue.of(companion.agent()));
            other.put("together", JsonValue.of(companion.together()));
            other.put("redundancy", JsonValue.of(companion.redundancy()));
            companions.add(JsonValue.of(other));
        });
        fields.put("companions", JsonValue.of(companions));
        return JsonValue.of(fields);
    }

    private static JsonValue texts(List<String> values) {
        return JsonValue.of(values.stream().map(JsonValue::of).toList());
    }
}
