package dev.waggle.swarm.evaluation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.learning.OutcomeLog.OutcomeMark;
import dev.waggle.swarm.evaluation.CalibrationReport.CalibrationBucket;
import dev.waggle.swarm.evaluation.CalibrationReport.VerdictCounts;
import dev.waggle.swarm.reputation.AgentReputation;
import dev.waggle.swarm.reputation.ReliabilityRecord;
import dev.waggle.swarm.reputation.ReputationPrior;
import dev.waggle.swarm.reputation.ReputationSnapshot;
import dev.waggle.swarm.selection.AgentCalibration;
import dev.waggle.swarm.selection.AgentCalibration.CalibrationSnapshot;
import dev.waggle.swarm.selection.AgentCalibration.ConfidenceBin;

/** JSON codec of the counts of outcomes, which are stored between processes. Counts are arrays of numbers. */
final class OutcomeCountsJson {

    private static final long VERSION = 1;

    private OutcomeCountsJson() {}

    static JsonValue.Obj of(LearnedOutcomes learned) {
        JsonObjectBuilder agents = new JsonObjectBuilder();
        learned.reputation().agents().forEach((agent, known) -> agents.with(agent, json(known)));
        JsonObjectBuilder calibrations = new JsonObjectBuilder();
        learned.calibration().agents().forEach((agent, known) -> calibrations.with(agent, json(known)));
        ReputationPrior prior = learned.reputation().prior();
        return new JsonObjectBuilder().with("version", VERSION).with("number", learned.mark().number())
                .with("offset", learned.mark().offset())
                .with("prior", numbers(prior.successes(), prior.failures())).with("agents", agents.json())
                .with("calibrations", calibrations.json()).with("report", json(learned.report())).json();
    }

    /**
     * Reads counts.
     *
     * @throws IllegalArgumentException when this is something else, which the message describes
     */
    static LearnedOutcomes read(JsonValue json) {
        JsonObjectReader in = JsonObjectReader.root("counts", json);
        if (in.integer("version") != VERSION) {
            throw in.invalid("version", String.valueOf(VERSION));
        }
        List<Double> prior = in.numbers("prior");
        ReputationSnapshot reputation = new ReputationSnapshot(
                each(in.object("agents"), OutcomeCountsJson::reputation),
                new ReputationPrior(at(prior, 0), at(prior, 1)));
        CalibrationSnapshot calibration = new CalibrationSnapshot(
                each(in.object("calibrations"), OutcomeCountsJson::calibration));
        LearnedOutcomes learned = new LearnedOutcomes(new OutcomeMark(in.integer("number"), in.integer("offset")),
                reputation, calibration, report(in.object("report")));
        in.rejectUnknownFields();
        return learned;
    }

    private static JsonValue.Obj json(AgentReputation known) {
        JsonObjectBuilder types = new JsonObjectBuilder();
        known.byType().forEach((type, record) -> types.with(type, json(record)));
        return new JsonObjectBuilder().with("overall", json(known.overall())).with("types", types.json()).json();
    }

    private static JsonValue json(ReliabilityRecord record) {
        return numbers((double) record.successes(), (double) record.total(), record.recent());
    }

    private static JsonValue.Obj json(AgentCalibration known) {
        List<JsonValue> bins = known.bins().stream()
                .map(bin -> numbers((double) bin.claims(), bin.confidence(), (double) bin.correct())).toList();
        return new JsonObjectBuilder().with("bins", bins).with("tooSure", known.tooSure()).json();
    }

    private static JsonValue.Obj json(CalibrationReport report) {
        JsonObjectBuilder types = new JsonObjectBuilder();
        report.outcomesByTaskType().forEach((type, counts) -> types.with(type,
                numbers((double) counts.correct(), (double) counts.partial(), (double) counts.incorrect())));
        List<JsonValue> buckets = report.buckets().stream()
                .map(bucket -> numbers((double) bucket.count(), bucket.predictedSum(), bucket.actualSum())).toList();
        return new JsonObjectBuilder().with("buckets", buckets).with("squaredErrors", report.squaredErrors())
                .with("types", types.json()).json();
    }

    private static AgentReputation reputation(JsonObjectReader agents, String agent) {
        JsonObjectReader in = agents.object(agent);
        return new AgentReputation(record(in.numbers("overall")),
                each(in.object("types"), (types, type) -> record(types.numbers(type))));
    }

    private static ReliabilityRecord record(List<Double> counts) {
        return new ReliabilityRecord(count(counts, 0), count(counts, 1), (int) count(counts, 2));
    }

    private static AgentCalibration calibration(JsonObjectReader agents, String agent) {
        JsonObjectReader in = agents.object(agent);
        return new AgentCalibration(rows(in, "bins",
                bin -> new ConfidenceBin(count(bin, 0), at(bin, 1), count(bin, 2))), in.integer("tooSure"));
    }

    private static CalibrationReport report(JsonObjectReader in) {
        return new CalibrationReport(rows(in, "buckets",
                bucket -> new CalibrationBucket(count(bucket, 0), at(bucket, 1), at(bucket, 2))),
                in.number("squaredErrors"), each(in.object("types"), (types, type) -> {
                    List<Double> counts = types.numbers(type);
                    return new VerdictCounts(count(counts, 0), count(counts, 1), count(counts, 2));
                }));
    }

    private static <T> Map<String, T> each(JsonObjectReader in, NamedPart<T> part) {
        Map<String, T> all = new LinkedHashMap<>();
        in.names().forEach(name -> all.put(name, part.read(in, name)));
        return all;
    }

    private static <T> List<T> rows(JsonObjectReader in, String name, Function<List<Double>, T> row) {
        List<T> rows = new ArrayList<>();
        for (JsonValue item : in.items(name)) {
            JsonObjectReader one = JsonObjectReader.root(name, new JsonObjectBuilder().with("row", item).json());
            rows.add(row.apply(one.numbers("row")));
        }
        return rows;
    }

    private static JsonValue numbers(double... values) {
        List<JsonValue> numbers = new ArrayList<>(values.length);
        for (double value : values) {
            numbers.add(JsonValue.of(value));
        }
        return JsonValue.of(numbers);
    }

    private static double at(List<Double> numbers, int place) {
        if (place >= numbers.size()) {
            throw new IllegalArgumentException("a row of counts needs " + (place + 1) + " numbers, got "
                    + numbers.size());
        }
        return numbers.get(place);
    }

    private static long count(List<Double> numbers, int place) {
        double number = at(numbers, place);
        if (number != Math.rint(number) || Math.abs(number) > 1L << 53) {
            throw new IllegalArgumentException("a count must be a whole number, got " + number);
        }
        return (long) number;
    }

    /** Reader of the part of that name. */
    private interface NamedPart<T> {
        T read(JsonObjectReader in, String name);
    }
}
