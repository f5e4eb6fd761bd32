package dev.waggle.connect.llm.mess;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.reaction.ModelAgent;
import dev.waggle.swarm.reaction.ModelAgentConfig;
import dev.waggle.swarm.reaction.ReactionStrategy;

/**
 * A scene of the corpus as a solve. Agents of code say its signals in the first round, in its order. In the second they
 * vote for its first proposal, and the model agent under test speaks. So the votes decide, whatever it says.
 */
final class CorpusScene {

    private static final Map<String, SignalType> TYPES = Map.of("discovery", SignalType.DISCOVERY, "proposal",
            SignalType.PROPOSAL, "doubt", SignalType.DOUBT, "challenge", SignalType.CHALLENGE, "vote",
            SignalType.VOTE, "escalate", SignalType.ESCALATE, "memory", SignalType.MEMORY_SHARED);
    private static final double CONFIDENCE = 0.7;

    private final Map<String, List<Draft>> spoken = new LinkedHashMap<>();
    private final List<String> proposals = new ArrayList<>();
    private String question = "";

    CorpusScene(JsonValue scene) {
        for (JsonValue item : ReplyCorpus.items(scene)) {
            Map<String, JsonValue> line = ReplyCorpus.fields(item);
            String content = ReplyCorpus.text(line, "content");
            String ref = ReplyCorpus.text(line, "ref");
            if (ReplyCorpus.text(line, "type").equals("task:new")) {
                question = content;
                continue;
            }
            Payload payload = switch (ReplyCorpus.text(line, "type")) {
                case "proposal" -> {
                    proposals.add(ReplyCorpus.text(line, "proposalId"));
                    yield new Payload.Proposal(proposals.getLast(), content, "");
                }
                case "challenge" -> new Payload.Challenge(signalId(ReplyCorpus.text(line, "target")), content, null);
                case "doubt" -> new Payload.Doubt(signalId(ReplyCorpus.text(line, "target")), content,
                        Payload.Severity.MEDIUM);
                default -> new Payload.Discovery(content, null, 1);
            };
            spoken.computeIfAbsent(ReplyCorpus.text(line, "by"), agent -> new ArrayList<>())
                    .add(Draft.of(payload, CONFIDENCE).withId(signalId(ref)));
        }
    }

    /** The id of the signal with that ref in the scene. */
    static String signalId(String ref) {
        return "said-" + ref.replace("#", "");
    }

    String firstProposal() {
        return proposals.getFirst();
    }

    Task task() {
        return Task.of(question);
    }

    /** The solve in which that model plays that agent, which may say those types. */
    SwarmConfig config(String agent, List<String> allowed, Harness model) {
        AgentProfile profile = AgentProfile.of(agent)
                .withListens(List.of(SignalType.DISCOVERY, SignalType.PROPOSAL, SignalType.CHALLENGE,
                        SignalType.DOUBT))
                .withCanEmit(allowed.stream().map(TYPES::get).collect(Collectors.toSet()));
        List<Agent> team = new ArrayList<>();
        spoken.forEach((id, drafts) -> team.add(Agent.of(AgentProfile.of(id), new Speaker(drafts))));
        // With one proposal there is one author; more voices let the votes decide.
        for (int i = team.size(); i < 4; i++) {
            team.add(Agent.of(AgentProfile.of("voter-" + i), new Speaker(List.of())));
        }
        team.add(new ModelAgent(profile, model, ModelAgentConfig.defaults().without(ReactionStrategy.DEFER)));
        return SwarmConfig.of(team).withMath(MathConfig.off()).withWorld(World.system(7))
                .withLimits(Limits.defaults().withMaxRounds(2));
    }

    /** Agent of code that says its part of the scene, then votes for the first proposal. */
    private final class Speaker implements Participant {

        private final List<Draft> drafts;

        Speaker(List<Draft> drafts) {
            this.drafts = drafts;
        }

        @Override
        public List<Draft> react(Turn turn) {
            return turn.round() == 1 ? drafts : List.of(Draft.vote(firstProposal(), Payload.Stance.AGREE, CONFIDENCE));
        }

        @Override
        public boolean wantsTurn(int round) {
            return true;
        }
    }

    /** True if exactly these signals were said: in any order, and nothing else. */
    static boolean isSaid(List<Map<String, JsonValue>> expected, List<Signal> said) {
        return expected.size() == said.size() && isMatched(expected, said, Set.of());
    }

    private static boolean isMatched(List<Map<String, JsonValue>> expected, List<Signal> said, Set<Integer> used) {
        if (used.size() == expected.size()) {
            return true;
        }
        for (int i = 0; i < said.size(); i++) {
            if (!used.contains(i) && CorpusMatch.fits(expected.get(used.size()), said.get(i), said)) {
                Set<Integer> more = new HashSet<>(used);
                more.add(i);
                if (isMatched(expected, said, more)) {
                    return true;
                }
            }
        }
        return false;
    }
}
