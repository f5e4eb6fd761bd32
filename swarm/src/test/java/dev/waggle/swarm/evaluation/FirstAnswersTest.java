package dev.waggle.swarm.evaluation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.LearnedCase;
import dev.waggle.swarm.evaluation.OutcomeBallot.CastVote;
import dev.waggle.swarm.evaluation.OutcomeBallot.StatedAnswer;
import dev.waggle.swarm.evaluation.OutcomeRecord.Judgement;
import dev.waggle.swarm.evaluation.SolveBallots.VoicedAnswer;
import dev.waggle.swarm.reliability.CaseBallot;
import dev.waggle.swarm.reliability.CaseTruth;
import dev.waggle.swarm.reliability.DecisionCase;
import dev.waggle.swarm.reliability.LearnedWeights;
import dev.waggle.swarm.reliability.ReliabilitySnapshots;
import dev.waggle.swarm.reliability.ReliabilityState;
import dev.waggle.swarm.reliability.TalliedVotes;
import dev.waggle.swarm.reliability.TalliedVotes.TalliedVote;
import org.junit.jupiter.api.Test;

import static dev.waggle.swarm.evaluation.SampleOutcomes.NOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Weights for decisions in which agents were spared: they learn what few answers are worth. */
class FirstAnswersTest {

    private static final int AGENTS = 9;
    private static final int OPTIONS = 6;
    private static final int ASKED = 2;

    private final ReliabilityState untaught = new ReliabilityState();

    /** A question on which the agents are right with these probabilities; a third of the questions is hard for all. */
    private static OutcomeRecord run(int number, Random random) {
        boolean isHard = random.nextInt(3) == 0;
        Map<String, String> answers = new TreeMap<>();
        for (int agent = 0; agent < AGENTS; agent++) {
            double skill = isHard ? 0.2 : 0.95 - 0.06 * agent;
            int answer = random.nextDouble() < skill ? 0 : 1 + random.nextInt(OPTIONS - 1);
            answers.put("a" + agent, "o" + answer);
        }
        return record("run " + number, answers, "o0");
    }

    private static OutcomeRecord record(String run, Map<String, String> answers, String right) {
        List<OutcomeBallot> ballots = new ArrayList<>();
        answers.forEach((agent, answer) -> ballots.add(new OutcomeBallot(agent,
                List.of(new CastVote(answer, Stance.AGREE, 0.7)), List.of(), new StatedAnswer(answer, 0.7))));
        List<VoicedAnswer> voiced = answers.values().stream().distinct().sorted()
                .map(id -> new VoicedAnswer(id, "say " + id)).toList();
        SolveBallots all = new SolveBallots(BallotRule.EXCLUSIVE, voiced, voiced.getFirst().id(), ballots);
        return new OutcomeRecord(run, "general", all, 0.5, Judgement.ofAnswer(right, all, OutcomeSource.PERSON), NOON);
    }

    private static List<String> agents(OutcomeCase taught) {
        return taught.decision().ballots().stream().map(CaseBallot::agent).sorted().toList();
    }

    @Test
    void itIsSomeOfTheAgentsInANumberThatFollowsFromTheRun() {
        Random random = new Random(3);
        Set<Integer> sizes = new HashSet<>();
        for (int i = 0; i < 200; i++) {
            OutcomeRecord outcome = run(i, random);
            OutcomeCase some = FirstAnswers.of(outcome, untaught).orElseThrow();
            assertThat(FirstAnswers.of(outcome, untaught)).contains(some);
            assertThat(agents(some)).isEqualTo(
                    List.of("a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8").subList(0, agents(some).size()));
            sizes.add(agents(some).size());
        }
        assertThat(sizes).containsExactlyInAnyOrder(1, 2, 3, 4, 5, 6, 7, 8, 9);
    }

    @Test
    void allAgentsAreTheWholeCase() {
        Random random = new Random(5);
        for (int i = 0; i < 100; i++) {
            OutcomeRecord outcome = run(i, random);
            OutcomeCase some = FirstAnswers.of(outcome, untaught).orElseThrow();
            if (agents(some).size() == AGENTS) {
                assertThat(some).isEqualTo(OutcomeCase.of(outcome).orElseThrow());
            }
        }
    }

    @Test
    void anAnswerThatOnlyOthersGaveIsNotNamed() {
        Map<String, String> answers = new TreeMap<>();
        for (int agent = 0; agent < AGENTS; agent++) {
            answers.put("a" + agent, agent == AGENTS - 1 ? "o9" : "o1");
        }
        for (int i = 0; i < 50; i++) {
            OutcomeCase some = FirstAnswers.of(record("run " + i, answers, "o9"), untaught).orElseThrow();
            boolean isAll = agents(some).size() == AGENTS;
            assertThat(some.decision().options()).isEqualTo(isAll ? 2 : 1);
            assertThat(some.truth()).isEqualTo(isAll ? new CaseTruth.Right(1) : new CaseTruth.Unnamed());
        }
    }

    @Test
    void theOrderOfBallotsNeverMatters() {
        Random random = new Random(8);
        for (int i = 0; i < 50; i++) {
            OutcomeRecord outcome = run(i, random);
            List<OutcomeBallot> shuffled = new ArrayList<>(outcome.ballots().ballots());
            Collections.shuffle(shuffled, random);
            SolveBallots other = new SolveBallots(BallotRule.EXCLUSIVE, outcome.ballots().answers(),
                    outcome.ballots().leader(), shuffled);
            OutcomeCase one = FirstAnswers.of(outcome, untaught).orElseThrow();
            OutcomeCase two = FirstAnswers.of(new OutcomeRecord(outcome.run(), "general", other, 0.5,
                    outcome.judgement(), NOON), untaught).orElseThrow();
            assertThat(agents(two)).isEqualTo(agents(one));
            assertThat(two.truth()).isEqualTo(one.truth());
        }
    }

    @Test
    void aRunThatSparedAgentsTeachesAllOfItsVotesHereAndNoneToWholePanels() {
        OutcomeTracker outcomes = OutcomeTracker.inMemory(World.system(1));
        ReliabilityTracker panels = new ReliabilityTracker(outcomes, ReliabilitySnapshots.none());
        ReliabilityTracker first = ReliabilityTracker.ofFirstAnswers(outcomes, ReliabilitySnapshots.none());
        OutcomeRecord whole = run(0, new Random(1));
        TalliedVotes votes = OutcomeCase.votes(whole);
        OutcomeRecord spared = new OutcomeRecord("spared", "general", new SolveBallots(BallotRule.EXCLUSIVE,
                whole.ballots().answers(), whole.ballots().leader(), whole.ballots().ballots(),
                votes.withPanel(20).withPartial(true)), 0.5, whole.judgement(), NOON);
        assertThat(OutcomeJson.read("spared", OutcomeJson.of(spared))).isEqualTo(spared);

        outcomes.tell(spared);

        assertThat(panels.learned()).isZero();
        assertThat(first.learned()).isEqualTo(1);
        assertThat(agents(FirstAnswers.of(spared, untaught).orElseThrow())).hasSize(AGENTS);
    }

    /** The mean probability of the leader of two votes against how often it is right, on runs of another seed. */
    @Test
    void twoAnswersAreTrustedAsMuchAsTheyAreRight() {
        OutcomeTracker outcomes = OutcomeTracker.inMemory(World.system(1));
        TrackedReliability learned = new TrackedReliability(
                new ReliabilityTracker(outcomes, ReliabilitySnapshots.none()),
                ReliabilityTracker.ofFirstAnswers(outcomes, ReliabilitySnapshots.none()));
        Random random = new Random(17);
        for (int i = 0; i < 800; i++) {
            outcomes.tell(run(i, random));
        }
        List<String> team = List.of("a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8");
        double ofPanels = bias(learned.weightsOf(team, ""));
        double ofFirstAnswers = bias(learned.weightsOfFirstAnswers(team, ""));

        assertThat(ofFirstAnswers).isEqualTo(0, within(0.04));
        assertThat(ofPanels).isGreaterThan(0.06);
    }

    private static double bias(LearnedWeights weights) {
        Random random = new Random(99);
        double bias = 0;
        int runs = 2_000;
        for (int i = 0; i < runs; i++) {
            OutcomeRecord run = run(i, random);
            TalliedVotes all = OutcomeCase.votes(run);
            List<String> options = OutcomeCase.options(run);
            List<TalliedVote> two = all.votes().stream().filter(vote -> vote.agent().compareTo("a" + ASKED) < 0)
                    .toList();
            List<Integer> voiced = two.stream().map(TalliedVote::option).distinct().sorted().toList();
            DecisionCase decision = LearnedCase.ofReaders("", new TalliedVotes(AGENTS, all.dependence(),
                    voiced.stream().map(option -> (int) two.stream().filter(vote -> vote.option() == option).count())
                            .toList(),
                    two.stream().map(vote -> new TalliedVote(vote.agent(), voiced.indexOf(vote.option()), vote.part(),
                            vote.evidence(), vote.confidences())).toList()));
            double[] probabilities = weights.probabilities(decision);
            int leader = voiced.size() == 1 || probabilities[0] >= probabilities[1] ? 0 : 1;
            bias += probabilities[leader] - (options.get(voiced.get(leader)).equals("o0") ? 1 : 0);
        }
        return bias / runs;
    }
}
