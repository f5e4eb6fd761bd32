package dev.waggle.lab.models;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

import dev.langchain4j.agentic.Agent;
import dev.langchain4j.agentic.AgenticServices;
import dev.langchain4j.agentic.UntypedAgent;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.SystemMessage;
import dev.langchain4j.service.UserMessage;
import dev.langchain4j.service.V;

/**
 * The parallel workflow of LangChain4j with as many sub-agents, on virtual threads: each renders its prompt, asks the
 * model and leaves the reply, unread, in the scope of the call; the workflow lists them.
 */
final class Workflow implements AutoCloseable {

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final UntypedAgent workflow;

    Workflow(int agents) {
        ChatModel model = new AtOnce();
        List<String> keys = IntStream.range(0, agents).mapToObj(i -> "answer" + i).toList();
        workflow = AgenticServices.parallelBuilder()
                .subAgents(keys.stream().map(key -> AgenticServices.agentBuilder(Member.class).name("agent-" + key)
                        .chatModel(model).outputKey(key).build()).toList())
                .executor(threads)
                .output(scope -> keys.stream().map(scope::readState).toList())
                .build();
    }

    /** What each sub-agent answered, in their order. */
    List<?> ask() {
        return (List<?>) workflow.invoke(Map.of("question", Team.QUESTION));
    }

    @Override
    public void close() {
        threads.close();
    }

    /** A sub-agent. */
    public interface Member {

        @Agent("Answers a question about the architecture of a system")
        @SystemMessage("You are an " + Team.ROLE + " in a team. Reply with one JSON object with a list \"signals\".")
        @UserMessage("The question: {{question}}\nLook at it closely and say what follows.")
        String answer(@V("question") String question);
    }

    /** Answers the same as the stand-in, without waiting. */
    private static final class AtOnce implements ChatModel {

        @Override
        public ChatResponse doChat(ChatRequest request) {
            return ChatResponse.builder().aiMessage(AiMessage.from(StandIn.REPLY)).build();
        }
    }
}
