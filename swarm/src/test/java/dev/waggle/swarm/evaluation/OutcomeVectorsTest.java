package dev.waggle.swarm.evaluation;

import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.IntStream;

import dev.waggle.swarm.evaluation.CalibrationReport.CalibrationBucket;
import dev.waggle.swarm.evaluation.CalibrationReport.VerdictCounts;
import dev.waggle.swarm.reputation.AgentReputation;
import dev.waggle.swarm.reputation.ReputationLedger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** The shared cases of reputation and of the calibration of a swarm. */
class OutcomeVectorsTest {

    private static final double GIVEN_DIGITS = 1e-6;

    private static final JsonNode SHARED = read();

    static IntStream reputations() {
        return IntStream.range(0, SHARED.get("reputation").size());
    }

    @ParameterizedTest
    @MethodSource("reputations")
    void theSameOutcomesGiveTheSameReputation(int number) {
        JsonNode shared = SHARED.get("reputation").get(number);
        ReputationLedger ledger = new ReputationLedger();
        shared.get("outcomes").forEach(outcome -> ledger.update("a", "k", outcome.asInt() == 1));
        AgentReputation known = ledger.of("a");

        assertThat(ledger.weight("a")).isCloseTo(shared.get("weight").asDouble(), within(GIVEN_DIGITS));
        assertThat(ledger.weight("a", "k")).isCloseTo(shared.get("weight").asDouble(), within(GIVEN_DIGITS));
        assertThat(known.overall().accuracy()).isEqualTo(shared.get("accuracy").asDouble());
        assertThat(known.overall().trend()).isCloseTo(shared.get("trend").asDouble(), within(GIVEN_DIGITS));
        assertThat(known.strengths()).hasSize(shared.get("strengths").size());
        assertThat(known.weaknesses()).hasSize(shared.get("weaknesses").size());
    }

    /** The observed system loses confidence 1, the last row: its buckets and its error are those of the rows before. */
    @Test
    void theRowsBelowOneGiveTheSameCalibration() {
        JsonNode expected = SHARED.get("calibration").get("report");
        CalibrationReport report = report(7);

        int shared = 0;
        for (int bucket = 0; bucket < 10; bucket++) {
            CalibrationBucket ours = report.buckets().get(bucket);
            if (ours.count() > 0) {
                JsonNode theirs = expected.get("calibration").get(shared++);
                assertThat(bucket / 10.0).isEqualTo(theirs.get("bucket").asDouble());
                assertThat(ours.count()).isEqualTo(theirs.get("count").asLong());
                assertThat(ours.predictedMean()).isCloseTo(theirs.get("predictedMean").asDouble(), within(1e-12));
                assertThat(ours.actualAccuracy()).isCloseTo(theirs.get("actualAccuracy").asDouble(), within(1e-12));
            }
        }
        assertThat(shared).isEqualTo(expected.get("calibration").size());
        assertThat(report.calibrationError()).isCloseTo(expected.get("calibrationError").asDouble(), within(1e-12));
    }

    /**
     * Totals and rates are those of all rows in the observed system, too; the last bucket holds confidence 1 in ours.
     */
    @Test
    void allRowsGiveTheSameTotalsAndConfidenceOneIsInTheLastBucket() {
        JsonNode expected = SHARED.get("calibration").get("report");
        CalibrationReport report = report(8);

        assertThat(report.totalOutcomes()).isEqualTo(expected.get("totalOutcomes").asLong());
        assertThat(report.accuracy()).isEqualTo(expected.get("accuracy").asDouble());
        assertThat(report.partialRate()).isEqualTo(expected.get("partialRate").asDouble());
        assertThat(report.outcomesByTaskType()).hasSize(1).containsEntry("k", new VerdictCounts(4, 1, 3));
        CalibrationBucket last = report.buckets().getLast();
        assertThat(last.count()).isEqualTo(3);
        assertThat(last.predictedMean()).isCloseTo((0.95 + 0.91 + 1) / 3, within(1e-12));
        assertThat(last.actualAccuracy()).isCloseTo(2 / 3.0, within(1e-12));
        double error = (0.15 + 2 * 0.035 + 2 * 0.085 + (0.95 + 0.91 + 1 - 2)) / 8;
        assertThat(report.calibrationError()).isCloseTo(error, within(1e-12));
        double squares = 0.0025 + 0.8281 + 0.0225 + 0.1024 + 0.2025 + 0.2704 + 0.0225;
        assertThat(report.brier()).isCloseTo(squares / 8, within(1e-12));
    }

    private static CalibrationReport report(int rows) {
        JsonNode shared = SHARED.get("calibration").get("rows");
        CalibrationReport report = CalibrationReport.NONE;
        for (int row = 0; row < rows; row++) {
            report = report.with(shared.get(row).get(0).asDouble(),
                    OutcomeVerdict.valueOf(shared.get(row).get(1).asString().toUpperCase(Locale.ROOT)), "k");
        }
        return report;
    }

    private static JsonNode read() {
        try (InputStream file = Objects.requireNonNull(
                OutcomeVectorsTest.class.getResourceAsStream("/vectors/outcomes.json"), "the vectors are missing")) {
            return JsonMapper.builder().build().readTree(file);
        } catch (IOException unreadable) {
            throw new IllegalStateException(unreadable);
        }
    }
}
