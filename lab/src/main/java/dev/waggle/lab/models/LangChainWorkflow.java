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
import dev.langchain4j.service.V;

/**
 * The parallel workflow of LangChain4j with as many sub-agents, on virtual threads. Each renders the prompt that our
 * agents have, asks the model and leaves the reply in the scope of the call; the workflow lists them.
 */
final class LangChainWorkflow implements AutoCloseable {

    private static final String PLACE = "question";

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final UntypedAgent workflow;

    private LangChainWorkflow(int agents, Class<?> member) {
        ChatModel model = new AtOnce();
        SamplePrompt prompt = SamplePrompt.overheard();
        String user = prompt.user().replace(AgentTeam.QUESTION, "{{" + PLACE + "}}");
        List<String> keys = IntStream.range(0, agents).mapToObj(i -> "answer" + i).toList();
        List<?> members = keys.stream().map(key -> AgenticServices.agentBuilder(member).name("agent-" + key)
                .systemMessage(prompt.system()).userMessage(user).chatModel(model).outputKey(key).build()).toList();
        workflow = AgenticServices.parallelBuilder().subAgents(members).executor(threads)
                .output(scope -> keys.stream().map(scope::readState).toList()).build();
    }

    /** Sub-agents that leave replies as they came. */
    static LangChainWorkflow ofTexts(int agents) {
        return new LangChainWorkflow(agents, Speaker.class);
    }

    /** Sub-agents that read replies into records. */
    static LangChainWorkflow ofRecords(int agents) {
        return new LangChainWorkflow(agents, Reader.class);
    }

    /** Returns the answer of each sub-agent, in their order. */
    List<?> ask() {
        return (List<?>) workflow.invoke(Map.of(PLACE, AgentTeam.QUESTION));
    }

    @Override
    public void close() {
        threads.close();
    }

    /** A sub-agent that answers in words. */
    public interface Speaker {

        @Agent("Answers a question")
        String answer(@V(PLACE) String question);
    }

    /** A sub-agent whose answer is read. */
    public interface Reader {

        @Agent("Answers a question")
        Answer answer(@V(PLACE) String question);
    }

    /** A reply. */
    public record Answer(List<Item> signals) {}

    /** One signal of a reply. */
    public record Item(String type, double confidence, String proposalId, String content, String reasoning,
            String stance) {}

    /** Answers the same as the stand-in, without waiting. */
    private static final class AtOnce implements ChatModel {

        @Override
        public ChatResponse doChat(ChatRequest request) {
            return ChatResponse.builder().aiMessage(AiMessage.from(StandIn.REPLY)).build();
        }
    }
}
