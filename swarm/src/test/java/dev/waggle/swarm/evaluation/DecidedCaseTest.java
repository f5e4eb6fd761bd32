package dev.waggle.swarm.evaluation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.SignalType;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.ConfidenceModel;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.ConsensusInput;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.LearnedCase;
import dev.waggle.swarm.consensus.LearnedStrategy;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.consensus.VoteRecord;
import dev.waggle.swarm.consensus.evaluation.ConsensusEngine;
import dev.waggle.swarm.evaluation.OutcomeRecord.Judgement;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.lens.data.LensThresholds;
import dev.waggle.swarm.reliability.LearnedWeights;
import dev.waggle.swarm.reliability.LearnedWeights.AgentWeight;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static dev.waggle.swarm.testbed.ScriptedAgent.agent;
import static dev.waggle.swarm.testbed.ScriptedAgent.proposes;
import static org.assertj.core.api.Assertions.assertThat;

/** The case that an outcome teaches is the case that was decided. */
class DecidedCaseTest {

    private static final int TABLES = 300;
    private static final int SOLVES = 12;
    private static final int MANY_SOLVES = 150;
    private static final List<String> IDS = List.of("p1", "p2", "p3", "p4");

    @Test
    void theCaseOfAnOutcomeIsTheDecidedCase() {
        for (int seed = 0; seed < TABLES; seed++) {
            Random random = new Random(seed);
            LearnedCase cases = LearnedCase.ofReaders(random.nextBoolean() ? "math" : "", random.nextInt(9))
                    .withDependence(random.nextDouble());
            ConsensusConfig config = ConsensusConfig.defaults()
                    .withStrategy(new LearnedStrategy(LearnedWeights.NONE, cases))
                    .withBallots(List.of(BallotRule.values()).get(random.nextInt(2)))
                    .withMaxWeight(0.25 + random.nextInt(3));
            ConsensusInput input = input(random);
            ConsensusResult result = new ConsensusEngine(config, Optional.of(ConfidenceModel.readers()))
                    .evaluate(input);
            OutcomeRecord told = told(BallotCollector.collect(result, List.of(), config.ballots()),
                    cases.category().isEmpty() ? "general" : cases.category());

            if (!result.votingRecord().isEmpty()) {
                assertThat(OutcomeCase.of(told).orElseThrow().decision()).as("seed %d", seed)
                        .isEqualTo(cases.of(config.tally(input)));
            }
            assertThat(OutcomeJson.read("run", OutcomeJson.of(told))).as("seed %d", seed).isEqualTo(told);
        }
    }

    /** The reported probabilities are those of the told case, to the last bit. */
    @Test
    void theOutcomeOfASolveHasTheProbabilitiesThatItReported() {
        checkSolves(SOLVES);
    }

    @Test
    @Tag("long")
    void theOutcomesOfManySolvesHaveTheProbabilitiesThatTheyReported() {
        checkSolves(MANY_SOLVES);
    }

    private static void checkSolves(int solves) {
        int compared = 0;
        for (int seed = 0; seed < solves; seed++) {
            Random random = new Random(seed);
            LearnedWeights weights = weights(random);
            SwarmConfig config = config(random).withReliability((_, _) -> weights);
            SwarmResult result = SolveTestBed.solve(config);
            OutcomeRecord told = told(OutcomeRecord.ofAnswer(result, config.consensus().ballots(), "elsewhere",
                    OutcomeSource.PERSON, SampleOutcomes.NOON).ballots(), "general");
            Optional<OutcomeCase> known = OutcomeCase.of(told);
            if (known.isPresent()) {
                double[] probabilities = weights.probabilities(known.get().decision());
                for (int option = 0; option < known.get().decision().options(); option++) {
                    String id = told.ballots().answers().stream().map(SolveBallots.VoicedAnswer::id).sorted().toList()
                            .get(option);
                    assertThat(probabilities[option]).as("seed %d, %s", seed, id)
                            .isEqualTo(result.consensus().estimate().ofProposals().get(id));
                    compared++;
                }
            }
        }
        assertThat(compared).isGreaterThan(solves);
    }

    private static SwarmConfig config(Random random) {
        List<ScriptedAgent> agents = new ArrayList<>();
        int size = 2 + random.nextInt(4);
        for (int i = 0; i < size; i++) {
            ScriptedAgent agent = agent("agent" + i);
            String own = IDS.get(i % IDS.size());
            if (i < 2 || random.nextBoolean()) {
                agent = agent.says(1, proposes(own, "do " + IDS.get(random.nextInt(IDS.size()))));
            }
            for (int round = 2; round < 5; round++) {
                agent = random.nextInt(3) > 0 ? agent.says(round, vote(random)) : agent;
            }
            agents.add(i > 2 && random.nextInt(3) == 0 ? agent.speaking(SignalType.PROPOSAL) : agent);
        }
        LensThresholds usual = LensThresholds.defaults();
        MathConfig math = MathConfig.off().withThresholds(new LensThresholds(usual.entropy(),
                usual.minInformationGain(), usual.redundancy(), random.nextBoolean() ? usual.dependence() : 0.2));
        return new SolveTestBed().config(agents).withMath(math).withConsensus(ConsensusConfig.defaults()
                .withBallots(List.of(BallotRule.values()).get(random.nextInt(2))).withSettleRounds(random.nextInt(2)));
    }

    private static Draft vote(Random random) {
        Stance stance = random.nextInt(4) == 0 ? List.of(Stance.values()).get(random.nextInt(3)) : Stance.AGREE;
        return Draft.of(new Payload.Vote(IDS.get(random.nextInt(2)), stance, null, 0.5 + random.nextInt(2)),
                random.nextInt(11) / 10.0);
    }

    private static LearnedWeights weights(Random random) {
        Map<String, AgentWeight> own = new LinkedHashMap<>();
        for (int i = 0; i < 4; i++) {
            own.put("agent" + i, new AgentWeight(9, random.nextGaussian(), random.nextGaussian(),
                    List.of(random.nextGaussian()), List.of(random.nextGaussian()), 0));
        }
        return new LearnedWeights("v", 40, "", Map.of("vote", 0.5, "held", 0.25, "first", 0.5, "last", 0.125),
                Map.of(), own);
    }

    /** Votes of random agents, some on proposals that nobody made, some of the runtime. */
    private static ConsensusInput input(Random random) {
        List<Proposal> proposals = IDS.subList(0, 1 + random.nextInt(3)).stream()
                .map(id -> new Proposal(id, "do " + id, "", "author", "sig " + id, 1, SampleOutcomes.NOON)).toList();
        List<VoteRecord> votes = new ArrayList<>();
        for (int cast = random.nextInt(12); cast > 0; cast--) {
            Stance stance = random.nextInt(3) == 0 ? List.of(Stance.values()).get(random.nextInt(3)) : Stance.AGREE;
            VoteRecord vote = new VoteRecord("agent" + random.nextInt(5),
                    new Payload.Vote(IDS.get(random.nextInt(proposals.size())), stance, null, random.nextInt(4) / 2.0),
                    SampleOutcomes.NOON.plusSeconds(random.nextInt(3)), null, "vote " + cast,
                    random.nextInt(3), random.nextInt(5) / 3.0);
            votes.add(vote.withConfidences(List.of(random.nextDouble(), Double.NaN, random.nextDouble())
                    .subList(0, random.nextInt(4))));
        }
        return ConsensusInput.of(proposals.reversed(), votes);
    }

    private static OutcomeRecord told(SolveBallots ballots, String type) {
        return new OutcomeRecord("run", type, ballots, 0.5, Judgement.ofAnswer("elsewhere", ballots,
                OutcomeSource.PERSON), SampleOutcomes.NOON);
    }
}
