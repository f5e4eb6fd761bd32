package dev.waggle.connect.llm.mess;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

import dev.waggle.connect.llm.LiveModels;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.harness.call.MeteredHarness;
import dev.waggle.swarm.reaction.ModelAgent;
import dev.waggle.swarm.reaction.ModelAgentConfig;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.FakeRequest;
import dev.waggle.testing.provider.OddReplies;
import dev.waggle.testing.provider.ScriptedDeliberators;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Solves of five model agents with stand-ins of five wires. In every other solve each has its own share of odd replies,
 * 1 to 60 per cent, in the others all have the highest. They end by their votes, or by a named reason; never in silence
 * while a proposal lacks votes. Four of the five have to vote.
 */
class MixedStandInsTest {

    /** Number of solves of twenty that may end in silence with a proposal that lacks votes. */
    private static final int SILENT_OF_TWENTY = Integer.getInteger("waggle.mess.silent", 0);

    private static final int SEEDS = 20;
    private static final int MORE_SEEDS = 200;
    private static final double LEAST = 0.01;
    private static final double MOST = 0.60;
    private static final List<String> AGENTS = List.of("ann", "ben", "cem", "dan", "eve");
    private final Map<WireFormatName, OddReplies> scripts = new ConcurrentHashMap<>();

    @Test
    void noSolveOfTwentyEndsInSilenceWhileAProposalLacksVotes() {
        requireEndings(1, SEEDS);
    }

    @Test
    @Tag("long")
    void noSolveOfManyEndsInSilenceWhileAProposalLacksVotes() {
        requireEndings(SEEDS + 1, MORE_SEEDS);
    }

    private void requireEndings(int from, int seeds) {
        Map<String, Integer> endings = new TreeMap<>();
        List<String> silent = new ArrayList<>();
        int calls = 0;
        try (FakeModels server = FakeModels
                .answering(request -> Objects.requireNonNull(scripts.get(request.format()), "a script").apply(request));
                LiveModels models = MixedModels.at(server)) {
            for (int seed = from; seed < from + seeds; seed++) {
                List<OddReplies.Oddity> more = new ArrayList<>(List.of(OddReplies.SERVER_ERROR));
                ReplyCorpus.find().map(CorpusOddity::new).ifPresent(corpus -> {
                    for (int i = 0; i < SEEDS; i++) {
                        more.add(corpus);
                    }
                });
                SplittableRandom random = new SplittableRandom(seed);
                for (WireFormatName wire : MixedModels.WIRES) {
                    double share = seed % 2 == 0 ? MOST : random.nextDouble(LEAST, MOST);
                    scripts.put(wire, OddReplies.of(MixedStandInsTest::reply, share, seed).with(more));
                }
                SwarmResult result = solve(models, seed);
                calls += result.cost().total().calls();
                String ending = result.ending().wireName();
                endings.merge(ending + (result.consensus().decided() ? ", decided" : ""), 1, Integer::sum);
                if (ending.equals("silence") && lacksVotes(result)) {
                    silent.add("seed " + seed + ": " + result.endingDetail());
                }
            }
        }
        System.out.printf(Locale.ROOT, "mixed stand-ins: %d solves, %d calls, endings %s, silent without votes %s%n",
                seeds, calls, endings, silent);
        assertThat(silent).as(endings.toString()).hasSizeLessThanOrEqualTo(SILENT_OF_TWENTY * seeds / SEEDS);
    }

    private static FakeAnswer.Says reply(FakeRequest request) {
        return ScriptedDeliberators.answer(request);
    }

    /** True if an agent has not voted on a proposal that is not its own. */
    private static boolean lacksVotes(SwarmResult result) {
        List<Signal> log = result.signalLog();
        return log.stream().filter(signal -> signal.payload() instanceof Payload.Proposal)
                .anyMatch(proposal -> AGENTS.stream()
                        .filter(agent -> !agent.equals(proposal.source().label()))
                        .anyMatch(agent -> log.stream().noneMatch(signal -> signal.source().label().equals(agent)
                                && signal.payload() instanceof Payload.Vote vote
                                && vote.proposalId().equals(
                                        ((Payload.Proposal) proposal.payload()).proposalId()))));
    }

    private static SwarmResult solve(LiveModels models, int seed) {
        List<Agent> team = new ArrayList<>();
        for (int i = 0; i < AGENTS.size(); i++) {
            team.add(new ModelAgent(AgentProfile.of(AGENTS.get(i)),
                    new MeteredHarness(
                            models.catalog().harness(MixedModels.name(MixedModels.WIRES.get(i)) + ":fake-fast")),
                    ModelAgentConfig.defaults()));
        }
        SwarmConfig config = SwarmConfig.of(team).withWorld(World.system(seed))
                .withConsensus(ConsensusConfig.defaults().withMinVoters(AGENTS.size() - 1))
                .withLimits(Limits.defaults().withMaxRounds(10));
        try (Swarm swarm = new Swarm(config)) {
            return swarm.solve(Task.of("Shard the database or buy time?"));
        }
    }

}
