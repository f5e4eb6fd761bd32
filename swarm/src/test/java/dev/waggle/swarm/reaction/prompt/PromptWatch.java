package dev.waggle.swarm.reaction.prompt;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.ScriptedHarness;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.reaction.ModelAgent;
import dev.waggle.swarm.reaction.ModelAgentConfig;
import dev.waggle.swarm.reaction.ReactionStrategy;

/** Model agents whose requests are recorded, by agent in the order of their turns. Thread-safe. */
final class PromptWatch {

    private final Map<String, List<HarnessInput>> requests = new LinkedHashMap<>();

    /** An agent that has nothing to say. */
    ModelAgent silent(AgentProfile profile) {
        return saying(profile, prompt -> "{\"signals\": []}");
    }

    /** An agent whose model answers each prompt. */
    ModelAgent saying(AgentProfile profile, Function<String, String> answer) {
        ScriptedHarness model = ScriptedHarness.answering((input, context) -> {
            add(profile.id(), input);
            return answer.apply(input.messages().getLast().content());
        });
        return new ModelAgent(profile, model,
                ModelAgentConfig.defaults().withStrategies(EnumSet.of(ReactionStrategy.ANALYZE)));
    }

    private synchronized void add(String agent, HarnessInput input) {
        requests.computeIfAbsent(agent, _ -> new ArrayList<>()).add(input);
    }

    /** Ids of the agents that had a turn. */
    synchronized Set<String> agents() {
        return Set.copyOf(requests.keySet());
    }

    /** The prompt of each turn of that agent, without that of a closing turn. */
    synchronized List<Message> messages(String agent) {
        return requests.getOrDefault(agent, List.of()).stream().map(input -> input.messages().getLast())
                .filter(message -> !message.breakpoints().isEmpty()).toList();
    }

    /** The text of each request of that agent: the system prompt and all messages. */
    synchronized List<String> prompts(String agent) {
        return requests.getOrDefault(agent, List.of()).stream().map(PromptWatch::text).toList();
    }

    /** The part of a prompt that later prompts repeat. */
    static String repeated(Message prompt) {
        return prompt.content().substring(0, prompt.breakpoints().getLast());
    }

    private static String text(HarnessInput input) {
        StringBuilder text = new StringBuilder(String.valueOf(input.system()));
        input.messages().forEach(message -> text.append('\n').append(message.content()));
        return text.toString();
    }
}
