package dev.waggle.signal.trace;

import dev.waggle.signal.trace.CallTarget.AgentTarget;
import dev.waggle.signal.trace.CallTarget.ModelTarget;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class CallTargetTest {

    @ParameterizedTest
    @CsvSource({"openai:gpt-5, openai, gpt-5", "anthropic:claude, anthropic, claude", "gemini:flash, gcp.gemini, flash",
        "azure:mine, azure.ai.openai, mine", "compatible:qwen, openai, qwen", "ollama:llama3:8b, ollama, llama3:8b",
        "bean:chatModel, _OTHER, chatModel", "bedrock:nova, aws.bedrock, nova", "mistral:large, mistral_ai, large",
        "xai:grok, x_ai, grok", "vertex:flash, gcp.vertex_ai, flash", "watsonx:granite, ibm.watsonx.ai, granite",
        "lab:fake, lab, fake", "alone, alone, alone", ":odd, :odd, :odd"})
    void aModelHasTheProviderOfTheConventions(String name, String provider, String model) {
        assertThat(CallTarget.of(name)).isEqualTo(new ModelTarget(provider, model));
    }

    @Test
    void aRemoteAgentIsNoModelOfAProvider() {
        CallTarget agent = CallTarget.of("a2a:https://agents.example/x");

        assertThat(agent).isEqualTo(new AgentTarget("https://agents.example/x"));
        assertThat(agent.provider()).isEqualTo("_OTHER");
    }
}
