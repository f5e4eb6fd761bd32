package dev.waggle.connect.llm.hostile;

import java.util.Locale;

/** A wire format with the events of hostile streams. Each event has its line ends. */
enum HostileWire {

    OPENAI, RESPONSES, ANTHROPIC, GEMINI, OLLAMA;

    /** The provider of a models file, at that port. */
    String provider(int port) {
        String kind = this == RESPONSES ? "openai" : name().toLowerCase(Locale.ROOT);
        return "\"kind\": \"%s\", \"baseUrl\": \"http://127.0.0.1:%d/v1\", \"keyEnv\": \"LAB_KEY\"%s".formatted(kind,
                port,
                this == RESPONSES ? ", \"api\": \"responses\"" : "");
    }

    /** The event around that JSON. */
    String event(String json) {
        return switch (this) {
            case OPENAI, GEMINI, RESPONSES, ANTHROPIC -> "data: " + json + "\n\n";
            case OLLAMA -> json + "\n";
        };
    }

    /** The events before the content. */
    String begin() {
        return switch (this) {
            case OPENAI -> event("{\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}");
            case RESPONSES -> event("{\"type\":\"response.created\",\"response\":{}}");
            case ANTHROPIC -> event(
                    "{\"type\":\"message_start\",\"message\":{\"usage\":{\"input_tokens\":9,\"output_tokens\":1}}}")
                    + event("{\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}}");
            case GEMINI, OLLAMA -> "";
        };
    }

    /** A piece of text; the text is JSON inside of its quotation marks. */
    String text(String piece) {
        return content('"' + piece + '"');
    }

    /** A piece of text that may be any JSON. */
    String content(String json) {
        return switch (this) {
            case OPENAI -> event("{\"choices\":[{\"index\":0,\"delta\":{\"content\":" + json + "}}]}");
            case RESPONSES ->
                event("{\"type\":\"response.output_text.delta\",\"output_index\":0,\"delta\":" + json + "}");
            case ANTHROPIC ->
                event("{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":"
                        + json + "}}");
            case GEMINI ->
                event("{\"candidates\":[{\"content\":{\"role\":\"model\",\"parts\":[{\"text\":" + json + "}]}}]}");
            case OLLAMA -> event("{\"message\":{\"role\":\"assistant\",\"content\":" + json + "},\"done\":false}");
        };
    }

    /** A call of a tool, whole; the name is JSON inside of its quotation marks. */
    String call(String id, String name, int index) {
        return switch (this) {
            case OPENAI -> event("{\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":" + index
                    + ",\"id\":\"" + id
                    + "\",\"type\":\"function\",\"function\":{\"name\":\"" + name + "\",\"arguments\":\"{}\"}}]}}]}");
            case RESPONSES -> event("{\"type\":\"response.output_item.done\",\"output_index\":" + index
                    + ",\"item\":{\"type\":\"function_call\",\"call_id\":\"" + id + "\",\"name\":\"" + name
                    + "\",\"arguments\":\"{}\"}}");
            case ANTHROPIC -> event("{\"type\":\"content_block_start\",\"index\":" + (index + 1)
                    + ",\"content_block\":{\"type\":\"tool_use\",\"id\":\"" + id + "\",\"name\":\"" + name
                    + "\",\"input\":{}}}");
            case GEMINI ->
                event("{\"candidates\":[{\"content\":{\"parts\":[{\"functionCall\":{\"id\":\"" + id + "\",\"name\":\""
                        + name + "\",\"args\":{}}}]}}]}");
            case OLLAMA ->
                event("{\"message\":{\"content\":\"\",\"tool_calls\":[{\"id\":\"" + id + "\",\"function\":{\"name\":\""
                        + name + "\",\"arguments\":{}}}]},\"done\":false}");
        };
    }

    /** The end with that usage: JSON of the count of tokens. */
    String end(String input, String output) {
        return switch (this) {
            case OPENAI -> finish("stop") + event("{\"choices\":[],\"usage\":{\"prompt_tokens\":" + input
                    + ",\"completion_tokens\":" + output + "}}") + "data: [DONE]\n\n";
            case RESPONSES -> event("{\"type\":\"response.completed\",\"response\":{\"status\":\"completed\",\"usage\":"
                    + "{\"input_tokens\":" + input + ",\"output_tokens\":" + output + "}}}");
            case ANTHROPIC -> event("{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":"
                    + "{\"input_tokens\":" + input + ",\"output_tokens\":" + output + "}}")
                    + event("{\"type\":\"message_stop\"}");
            case GEMINI ->
                event("{\"candidates\":[{\"finishReason\":\"STOP\"}],\"usageMetadata\":{\"promptTokenCount\":" + input
                        + ",\"candidatesTokenCount\":" + output + "}}");
            case OLLAMA ->
                event("{\"message\":{\"content\":\"\"},\"done\":true,\"done_reason\":\"stop\",\"prompt_eval_count\":"
                        + input + ",\"eval_count\":" + output + "}");
        };
    }

    /** The reason for the end alone, without the last event. */
    String finish(String word) {
        return switch (this) {
            case OPENAI -> event("{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"" + word + "\"}]}");
            case RESPONSES -> event("{\"type\":\"response.incomplete\",\"response\":{\"status\":\"incomplete\"}}");
            case ANTHROPIC -> event("{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"" + word + "\"}}");
            case GEMINI -> event("{\"candidates\":[{\"finishReason\":\"" + word + "\"}]}");
            case OLLAMA -> event("{\"done\":true,\"done_reason\":\"" + word + "\"}");
        };
    }

    /** A whole stream with that text. */
    String whole(String text) {
        return begin() + text(text) + end("9", "5");
    }

    /** An event that says nothing about the answer. */
    String ping() {
        return switch (this) {
            case OPENAI, RESPONSES, GEMINI -> ": ping\n\n";
            case ANTHROPIC -> event("{\"type\":\"ping\"}");
            case OLLAMA -> "\n";
        };
    }

    /** An error in the middle of a stream. */
    String error(String message) {
        return switch (this) {
            case OPENAI, GEMINI -> event("{\"error\":{\"code\":500,\"message\":\"" + message + "\"}}");
            case RESPONSES, ANTHROPIC -> event("{\"type\":\"error\",\"error\":{\"message\":\"" + message + "\"}}");
            case OLLAMA -> event("{\"error\":\"" + message + "\"}");
        };
    }
}
