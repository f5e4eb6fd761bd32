package dev.waggle.lab.quality;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.ConflictResolution;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.evaluation.OutcomeRecord;
import dev.waggle.swarm.evaluation.OutcomeSource;
import dev.waggle.swarm.evaluation.OutcomeTracker;
import dev.waggle.swarm.evaluation.ReliabilityTracker;
import dev.waggle.swarm.evaluation.TrackedReliability;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.reliability.ReliabilitySnapshots;
import dev.waggle.swarm.selection.TurnEffort;

/**
 * Solves with adaptive effort beside solves that ask everybody, on recorded answers of models. Each question is solved both
 * ways by what the questions before it taught; then its outcome is told. The agents propose and vote as recorded, each in its
 * turn, so this shows sequential asking and no conversation.
 *
 * <p>Argument: the folder of the recorded data.
 */
public final class SolveEffortStudy {

    /** Questions of each panel; solves are slower than decisions of files. */
    private static final int QUESTIONS = 2_000;

    private static final int BINS = 15;
    private static final double UNSTATED = 0.5;
    private static final int FEWEST_VOTERS = 2;

    private SolveEffortStudy() {}

    public static void main(String[] args) throws IOException {
        Path data = Path.of(args.length > 0 ? args[0] : "../shared/data");
        figures(data, QUESTIONS, System.err::println)
                .forEach((name, text) -> System.out.printf(Locale.ROOT, "%n%s%n%n%s%n", name, text));
    }

    static Map<String, String> figures(Path data, Consumer<String> progress) throws IOException {
        return figures(data, QUESTIONS, progress);
    }

    /** The table of the first questions of each panel. */
    static Map<String, String> figures(Path data, int questions, Consumer<String> progress) throws IOException {
        RecordedVotes recorded = new RecordedVotes(data);
        Map<String, Map<String, Vote>> votes = new LinkedHashMap<>();
        for (Map<String, String> row : recorded.rows("llm-panel-mmlupro/votes.csv.gz")) {
            String answer = row.getOrDefault("answer", "");
            if (!answer.isEmpty()) {
                votes.computeIfAbsent(RecordedVotes.cell(row, "item"), _ -> new LinkedHashMap<>())
                        .put(RecordedVotes.cell(row, "agent"), new Vote(answer, confidence(row)));
            }
        }
        List<Map<String, String>> items = recorded.rows("llm-panel-mmlupro/items.csv.gz");
        StringBuilder table = new StringBuilder("""
                | panel | turns taken | accuracy, all asked | adaptive | ECE, all asked | adaptive | decided, all asked \
                | adaptive | right of these | their mean confidence |
                |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|
                """);
        for (Map.Entry<String, List<String>> panel : recorded.panelAgents().entrySet()) {
            progress.accept("adaptive effort in solves: " + panel.getKey());
            table.append(
                    row(panel.getKey(), panel.getValue(), items.subList(0, Math.min(questions, items.size())), votes));
        }
        return Map.of("effort-solves", table.toString().strip());
    }

    private record Vote(String answer, double confidence) {}

    private static double confidence(Map<String, String> row) {
        String text = row.getOrDefault("verbal", "");
        double stated = text.isEmpty() ? UNSTATED : Double.parseDouble(text);
        return stated >= 0 && stated <= 1 ? stated : UNSTATED;
    }

    private static String row(String panel, List<String> models, List<Map<String, String>> items,
            Map<String, Map<String, Vote>> votes) {
        OutcomeTracker outcomes = OutcomeTracker.inMemory(World.system(1));
        TrackedReliability learned = new TrackedReliability(
                new ReliabilityTracker(outcomes, ReliabilitySnapshots.none()),
                ReliabilityTracker.ofFirstAnswers(outcomes, ReliabilitySnapshots.none()));
        Score full = new Score();
        Score adaptive = new Score();
        long turns = 0;
        long spared = 0;
        for (Map<String, String> item : items) {
            List<Agent> team = team(models, votes.getOrDefault(RecordedVotes.cell(item, "item"), Map.of()));
            if (!team.isEmpty()) {
                String type = RecordedVotes.cell(item, "category").replace(' ', '-');
                Task task = Task.of("question " + RecordedVotes.cell(item, "item")).withType(type);
                String right = RecordedVotes.cell(item, "gold");
                SwarmResult all = solve(team, learned, TurnEffort.FULL, task);
                SwarmResult some = solve(team, learned, TurnEffort.ADAPTIVE, task);
                full.add(all, right);
                adaptive.add(some, right);
                turns += team.size();
                spared += some.activity().sparedTurns();
                OutcomeRecord told = OutcomeRecord.ofAnswer(all, BallotRule.EXCLUSIVE, right, OutcomeSource.PERSON,
                        Instant.EPOCH);
                // A name that is the same in every study, because first answers are chosen by it.
                outcomes.tell(new OutcomeRecord(task.text(), type, told.ballots(), told.predicted(), told.judgement(),
                        told.time()));
            }
        }
        return String.format(Locale.ROOT,
                "| %s | %.0f %% | %.1f %% | %.1f %% | %.3f | %.3f | %.0f %% | %.0f %% | %.1f %% | %.1f %% |%n", panel,
                100.0 * (turns - spared) / turns, 100 * full.accuracy(), 100 * adaptive.accuracy(), full.error(),
                adaptive.error(), 100 * full.decided(), 100 * adaptive.decided(), 100 * adaptive.rightOfDecided(),
                100 * adaptive.confidenceOfDecided());
    }

    private static List<Agent> team(List<String> models, Map<String, Vote> votes) {
        List<Agent> team = new ArrayList<>();
        for (String model : models) {
            Vote vote = votes.get(model);
            if (vote != null) {
                team.add(Agent.of(AgentProfile.of("model " + model), _ -> List.of(
                        Draft.of(new Payload.Proposal(vote.answer(), vote.answer(), "recorded"), vote.confidence()),
                        Draft.of(new Payload.Vote(vote.answer(), Stance.AGREE, null, vote.confidence()),
                                vote.confidence()))));
            }
        }
        return team;
    }

    private static SwarmResult solve(List<Agent> team, TrackedReliability learned, TurnEffort effort, Task task) {
        SwarmConfig config = SwarmConfig.of(team).withWorld(World.system(1)).withMath(MathConfig.off())
                .withConsensus(ConsensusConfig.defaults().withSettleRounds(0)
                        .withMinVoters(Math.min(FEWEST_VOTERS, team.size())).withBallots(BallotRule.EXCLUSIVE)
                        .withConflictResolution(ConflictResolution.NONE))
                .withLimits(Limits.defaults().withMaxRounds(1)).withReliability(learned);
        try (Swarm swarm = new Swarm(config.withSteering(config.steering().withEffort(effort)))) {
            return swarm.solve(task);
        }
    }

    /** Scores of the results of one kind. */
    private static final class Score {

        private final double[] predicted = new double[BINS];
        private final double[] right = new double[BINS];
        private int count;
        private int rightCount;
        private int decided;
        private int rightDecided;
        private double confidence;

        void add(SwarmResult result, String answer) {
            boolean isRight = result.consensus().leader().map(Proposal::content).filter(answer::equals).isPresent();
            int bin = Math.min(BINS - 1, (int) (result.confidence() * BINS));
            predicted[bin] += result.confidence();
            right[bin] += isRight ? 1 : 0;
            count++;
            rightCount += isRight ? 1 : 0;
            if (result.consensus().decided()) {
                decided++;
                rightDecided += isRight ? 1 : 0;
                confidence += result.confidence();
            }
        }

        double accuracy() {
            return (double) rightCount / count;
        }

        double decided() {
            return (double) decided / count;
        }

        double rightOfDecided() {
            return decided == 0 ? 0 : (double) rightDecided / decided;
        }

        double confidenceOfDecided() {
            return decided == 0 ? 0 : confidence / decided;
        }

        /** Expected calibration error over equal bins. */
        double error() {
            double error = 0;
            for (int bin = 0; bin < BINS; bin++) {
                error += Math.abs(predicted[bin] - right[bin]) / count;
            }
            return error;
        }
    }
}
