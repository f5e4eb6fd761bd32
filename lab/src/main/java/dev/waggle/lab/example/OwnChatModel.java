package dev.waggle.lab.example;

// begin
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import dev.waggle.connect.langchain4j.ChatModelHarness;
import dev.waggle.swarm.Swarm;
// end

/**
 * A model of LangChain4j plays the agents.
 *
 * <p>{@code java -cp "lab/target/dist/lib/*" dev.waggle.lab.example.OwnChatModel}
 */
// begin
public final class OwnChatModel implements ChatModel {

    @Override
    public ChatResponse doChat(ChatRequest request) {
        AiMessage answer = AiMessage.from("""
                {"signals": [
                    {"type": "proposal", "proposalId": "w", "content": "Wait for the sale", "confidence": 0.8},
                    {"type": "vote", "proposalId": "w", "stance": "agree", "confidence": 0.8}]}""");
        return ChatResponse.builder().aiMessage(answer).finishReason(FinishReason.STOP).build();
    }

    public static void main(String... args) {
        try (Swarm swarm = Swarm.builder()
                .model(ChatModelHarness.of("mine:constant", new OwnChatModel()))
                .agent("analyst", "works it through")
                .agent("critic", "looks for what is wrong")
                .build()) {
            System.out.println(swarm.solve("Shard or wait?").answer());
        }
    }
}
