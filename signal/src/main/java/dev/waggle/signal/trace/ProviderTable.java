package dev.waggle.signal.trace;

import java.util.Map;

/** Table of providers that have another name in the semantic conventions for GenAI. */
final class ProviderTable {

    /** Beginning of the name of a remote agent, which is no provider. */
    static final String AGENT = "a2a";

    /** A compatible server speaks the format of OpenAI. A bean of an application may be a model of any provider. */
    private static final Map<String, String> NAMES = Map.of("gemini", "gcp.gemini", "azure", "azure.ai.openai",
            "compatible", "openai", "bean", CallTarget.UNKNOWN, "bedrock", "aws.bedrock", "vertex", "gcp.vertex_ai",
            "mistral", "mistral_ai", "watsonx", "ibm.watsonx.ai", "xai", "x_ai");

    private ProviderTable() {}

    /** The name in the conventions; any other name stays as it is. */
    static String name(String provider) {
        return NAMES.getOrDefault(provider, provider);
    }
}
