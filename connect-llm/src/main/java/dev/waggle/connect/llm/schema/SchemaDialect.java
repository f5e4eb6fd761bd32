package dev.waggle.connect.llm.schema;

/**
 * Part of JSON Schema that one provider takes in one place of a request. The rules were collected from published
 * documents and from refusals that are quoted in public issues, as read in November 2026.
 */
public enum SchemaDialect {

    /**
     * OpenAI with {@code strict: true}: a {@code json_schema} format or the parameters of a strict function. Every
     * object is closed and needs all its fields. At most 10 levels, 5,000 fields, 1,000 enum values and 120,000
     * characters of names and enum values.
     *
     * <p>Source: "Structured Outputs, Supported schemas", platform.openai.com/docs/guides/structured-outputs, as
     * profiled in February 2026 by jsonschemaprofiles.unitvectorylabs.com. Refused roots are quoted in
     * nspady/google-calendar-mcp#39 (June 2025).
     */
    OPENAI_STRICT,

    /**
     * OpenAI with {@code strict: false}, which takes a whole schema as advice. The root is an object without
     * alternatives, objects have {@code properties} and arrays {@code items}.
     *
     * <p>Source: "Function calling", platform.openai.com; refusals in sigoden/aichat#1049 (December 2024),
     * spring-projects/spring-ai#4776 (2025) and nspady/google-calendar-mcp#39 (June 2025).
     */
    OPENAI_OPEN,

    /**
     * Anthropic's {@code output_config.format} of type {@code json_schema}. Every object is closed. There are no limits
     * of numbers and texts, and no array limits but {@code minItems} of 0 or 1. At most 24 optional fields and 16
     * fields with alternatives.
     *
     * <p>Source: "Structured outputs, JSON Schema limitations", platform.claude.com, as of February 2026; refusals in
     * agentjido/req_llm#707 (May 2026), vercel/ai#17268 (July 2026) and elie222/inbox-zero#2323 (April 2026).
     */
    ANTHROPIC,

    /**
     * Anthropic's {@code input_schema} of a tool that is not strict: draft 2020-12 with an object as root and without
     * alternatives there. Names of fields match {@code ^[a-zA-Z0-9_.-]{1,64}$}.
     *
     * <p>Source: "Define tools", platform.claude.com; refusals in nspady/google-calendar-mcp#39 (June 2025) and
     * decocms/studio#6874 (September 2026).
     */
    ANTHROPIC_TOOL,

    /**
     * Gemini's {@code responseJsonSchema}: type, format, title, description, enum of texts and numbers, items,
     * prefixItems, minItems, maxItems, minimum, maximum, anyOf, properties, additionalProperties and required.
     *
     * <p>Source: {@code GenerationConfig.responseJsonSchema} of the API reference, as printed in the Java client of
     * Google (googleapis.github.io/java-genai) in 2026; empty enum texts: Smana/runlore#40 (June 2026).
     */
    GEMINI_RESPONSE,

    /**
     * Gemini's {@code parameters} of a function, a {@code Schema} object after OpenAPI 3.0. An object has fields, or
     * the function has no parameters at all. An enum holds texts that are not empty, and null is {@code nullable}. The
     * reference lists more keywords, but not every client can send them, so they are said in words.
     *
     * <p>Source: {@code Schema} and {@code Type}, ai.google.dev/api/caching; refusals in agno-agi/agno#2112 (February
     * 2025), cline/cline#7339 (missing items, 2025) and decolua/9router#380 (March 2026).
     */
    GEMINI_TOOL,

    /**
     * Ollama's {@code format}, which llama.cpp translates to a grammar. It skips limits of numbers that are not whole,
     * tuples and most formats. Patterns and lengths are left out, because a large one makes a grammar too large.
     *
     * <p>Source: llama.cpp, grammars/README.md, "JSON Schemas to GBNF", commit 363a490b; ollama, docs/api.md.
     */
    OLLAMA_FORMAT,

    /**
     * Ollama's {@code tools[].function.parameters}. Of a field it passes on type, description, enum, items, anyOf,
     * properties and required, and drops all else without a word.
     *
     * <p>Source: ollama, api/types.go, {@code ToolFunctionParameters} and {@code ToolProperty}, after ollama#10091
     * (April 2025) and ollama#13508 (December 2025).
     */
    OLLAMA_TOOL
}
