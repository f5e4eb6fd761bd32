package dev.waggle.lab.models;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.UserMessage;
import dev.langchain4j.service.V;

/**
 * As many AI services of LangChain4j, asked in parallel on virtual threads. Each renders the prompt that our agents have,
 * asks the model and returns the reply.
 */
final class LangChainTeam implements AutoCloseable {

    private static final String PLACE = "question";

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final String user = SamplePrompt.overheard().user().replace(AgentTeam.QUESTION, "{{" + PLACE + "}}");
    private final List<? extends Member> members;

    private LangChainTeam(int agents, Class<? extends Member> member) {
        String system = SamplePrompt.overheard().system();
        ChatModel model = new AtOnce();
        members = IntStream.range(0, agents).mapToObj(_ -> AiServices.builder(member).chatModel(model)
                .systemMessageProvider(_ -> system).build()).toList();
    }

    /** Services that return replies as they came. */
    static LangChainTeam ofTexts(int agents) {
        return new LangChainTeam(agents, Speaker.class);
    }

    /** Services that read replies into records. */
    static LangChainTeam ofRecords(int agents) {
        return new LangChainTeam(agents, Reader.class);
    }

    /** Returns the answer of each service, in their order. */
    List<?> ask() {
        List<? extends Future<?>> answers = members.stream()
                .map(member -> threads.submit(() -> member.answer(user, AgentTeam.QUESTION))).toList();
        return answers.stream().map(LangChainTeam::result).toList();
    }

    private static Object result(Future<?> answer) {
        try {
            return answer.get();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a service answered", interrupted);
        } catch (ExecutionException failed) {
            throw new IllegalStateException("a service failed", failed);
        }
    }

    @Override
    public void close() {
        threads.close();
    }

    /** A service with one question. */
    public interface Member {

        Object answer(String template, String question);
    }

    /** A service that answers in words. */
    public interface Speaker extends Member {

        @Override
        String answer(@UserMessage String template, @V(PLACE) String question);
    }

    /** A service whose answer is read. */
    public interface Reader extends Member {

        @Override
        Answer answer(@UserMessage String template, @V(PLACE) String question);
    }

    /** A reply. */
    public record Answer(List<Item> signals) {}

    /** One signal of a reply. */
    public record Item(String type, double confidence, String proposalId, String content, String reasoning,
            String stance) {}

    /** A model that answers the same as the stand-in, without waiting. */
    private static final class AtOnce implements ChatModel {

        @Override
        public ChatResponse doChat(ChatRequest request) {
            return ChatResponse.builder().aiMessage(AiMessage.from(StandIn.REPLY)).build();
        }
    }
}
