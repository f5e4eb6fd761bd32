package dev.waggle.connect.llm.family;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.waggle.connect.llm.family.RefusalLesson.Omission;
import dev.waggle.connect.llm.family.RefusalLesson.OutputCap;
import dev.waggle.connect.llm.family.RefusalLesson.ResponsesApi;
import dev.waggle.connect.llm.family.RefusalLesson.TokenField;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;

/**
 * Reader of lessons from the errors of providers, which share no codes for these cases. The text is compared in small
 * letters and without quotation marks, since providers and gateways escape them differently. The first matching rule
 * decides, so the narrower ones stand first. The cost is linear in the text, which is cut at {@value #MAX_TEXT}
 * characters.
 *
 * <p>Sources of the texts: issues of public projects, each named beside its text in the tests' {@code refusals.jsonl}.
 */
public final class RefusalReader {

    private static final int MAX_TEXT = 16_384;

    /** Bad requests, and the statuses that servers misuse for them: OpenAI and OpenRouter 404, llama.cpp 500. */
    private static final Set<Integer> STATUSES = Set.of(400, 404, 422, 500, 501);

    /** Fields in which servers repeat a part of the request or of the answer, with the words of a user or a model. */
    private static final Set<String> REPEATED = Set.of("input", "messages", "contents", "prompt", "failed_generation");

    private static final Pattern UNICODE_ESCAPE = Pattern.compile("\\\\u([0-9a-fA-F]{4})");
    private static final Pattern MARKS = Pattern.compile("[\"'`*\\\\\u2018\u2019\u201c\u201d]");
    private static final Pattern BLANKS = Pattern.compile("\\s+");

    /** A parameter of another API was sent, which is a fault of the request and no property of the model. */
    private static final Pattern WRONG_API = Pattern.compile("in the responses api, this parameter has moved");

    private static final Pattern TOOLS_NEED_RESPONSES = Pattern
            .compile("function tools with reasoning_effort are not supported");
    private static final Pattern NEEDS_RESPONSES = Pattern.compile("only supported in v1/responses"
            + "|unsupported_api_for_model|is not accessible via the /chat/completions endpoint"
            + "|not a chat model and thus not supported in the v1/chat/completions");

    private static final Pattern USE_NEW_FIELD = Pattern.compile("use max_?completion_?tokens instead");
    private static final Pattern OLD_FIELD = refused("max_tokens");
    private static final Pattern NEW_FIELD = refused("max_completion_tokens");

    private static final List<Pattern> CAPS = List.of(
            Pattern.compile("\\d > (?<most>\\d{1,9}), which is the maximum allowed number of output"),
            Pattern.compile("supports at most (?<most>\\d{1,9}) completion tokens"),
            Pattern.compile("range of max_tokens (?:is|should be) \\[ ?\\d+ ?, ?(?<most>\\d{1,9}) ?\\]"),
            Pattern.compile("max_tokens for \\S{1,256} must be less than or equal to (?<most>\\d{1,9})"),
            Pattern.compile("exceeds (?:the )?models maximum output tokens \\((?<most>\\d{1,9})\\)"),
            Pattern.compile("max_tokens \\(current value: \\d+\\) must be between \\d+ and (?<most>\\d{1,9})"));
    private static final Pattern EXCLUSIVE_CAP = Pattern.compile("maxoutputtokens value of \\d+ but the supported range"
            + " is from 1 \\(inclusive\\) to (\\d{1,9}) \\(exclusive\\)");

    private static final Pattern TEMPERATURE = Pattern.compile(refused("temperature").pattern()
            + "|temperature may only be set to 1|invalid temperature: only 1 is allowed"
            + "|temperature does not support \\S+ with this model");

    private static final Pattern STREAM_USAGE = refused("stream_options");

    private static final Pattern SCHEMA_WITH_TOOLS = Pattern
            .compile("(?:function calling|tool use) with a response mime type: application/json is unsupported");
    private static final Pattern SCHEMA = Pattern.compile(refused("response_format").pattern()
            + "|" + refused("output_config").pattern() + "|" + refused("output_format").pattern()
            + "|response_format value as \\S+ is enabled only for api versions"
            + "|response_format of type \\S+ is not supported|response_format\\.type must be"
            + "|response_format\\.type specified in the request are not valid|this response_format type is unavailable"
            + "|response_format\\.type \\S+ is unavailable"
            + "|invalid schema for response_format|output_config\\.format: extra inputs are not permitted"
            + "|does not support (?:structured outputs?|json_schema|json schema|output[ _]format)");

    /** Servers of llama.cpp compile both the schema and the tools to a grammar, and do not tell which one failed. */
    private static final Pattern GRAMMAR = Pattern.compile("failed to parse grammar|error parsing grammar"
            + "|failed to initialize samplers");

    private static final Pattern TOOLS = Pattern.compile("does not support (?:tools|tool use|tool calling"
            + "|function calling|function-call)\\b|no endpoints found that support tool use"
            + "|tool choice requires --enable-auto-tool-choice|function calling is not enabled for"
            + "|tools param requires --jinja|unsupported param: tools\\b|" + refused("tools").pattern());

    private static final Pattern THINKING = Pattern.compile("does not support thinking"
            + "|thinking\\.type\\.\\w+ is not supported|adaptive thinking is not supported"
            + "|think value \\S+ is not supported|thinking level is not supported"
            + "|thinking budget \\(?-?\\d+\\)? is invalid|thinking_budget is out of range"
            + "|include_thoughts is only enabled when thinking is enabled"
            + "|budget \\S+ is invalid\\. this model only works in thinking mode|thinking cant be disabled"
            + "|does not support setting thinking_budget"
            + "|does not support (?:the effort parameter|effort level)|output_config\\.effort \\S+ is not supported"
            + "|unsupported value: \\S+ is not supported with the \\S+ model\\..{0,200}reasoning[._]effort"
            + "|unsupported value: reasoning[._]effort does not support"
            + "|encrypted content is not supported"
            + "|" + refused("reasoning_effort").pattern() + "|" + refused("reasoning\\.effort").pattern()
            + "|" + refused("thinking").pattern() + "|" + refused("think").pattern());

    private RefusalReader() {}

    /**
     * Reads an error. It teaches nothing if it is about anything else, such as a key, a rate limit or the content.
     *
     * @param status the HTTP status, for example 400
     * @param body the body of the error as it came, JSON or not
     * @param known the lessons by which the refused request was made
     * @return the change after which the request may be sent again; empty if it is known already
     */
    public static Optional<RefusalLesson> read(int status, String body, EndpointLessons known) {
        return STATUSES.contains(status)
                ? lessons(plainText(body)).stream().filter(known::isNew).findFirst()
                : Optional.empty();
    }

    /** The lessons of a text, the least change first. */
    private static List<RefusalLesson> lessons(String text) {
        if (has(text, WRONG_API)) {
            return List.of();
        }
        if (has(text, TOOLS_NEED_RESPONSES)) {
            return List.of(new ResponsesApi(true));
        }
        if (has(text, NEEDS_RESPONSES)) {
            return List.of(new ResponsesApi(false));
        }
        if (has(text, GRAMMAR)) {
            return List.of(Omission.SCHEMA, Omission.TOOLS);
        }
        return tokenField(text).or(() -> outputCap(text)).or(() -> omission(text)).stream().toList();
    }

    private static Optional<RefusalLesson> tokenField(String text) {
        if (has(text, USE_NEW_FIELD) || has(text, OLD_FIELD)) {
            return Optional.of(new TokenField(TokenLimitField.MAX_COMPLETION_TOKENS));
        }
        return has(text, NEW_FIELD) ? Optional.of(new TokenField(TokenLimitField.MAX_TOKENS)) : Optional.empty();
    }

    private static Optional<RefusalLesson> outputCap(String text) {
        for (Pattern cap : CAPS) {
            Matcher found = cap.matcher(text);
            if (found.find()) {
                return cap(Integer.parseInt(found.group("most")));
            }
        }
        Matcher exclusive = EXCLUSIVE_CAP.matcher(text);
        return exclusive.find() ? cap(Integer.parseInt(exclusive.group(1)) - 1) : Optional.empty();
    }

    private static Optional<RefusalLesson> cap(int tokens) {
        return tokens < 1 ? Optional.empty() : Optional.of(new OutputCap(tokens));
    }

    private static Optional<RefusalLesson> omission(String text) {
        if (has(text, TEMPERATURE)) {
            return Optional.of(Omission.TEMPERATURE);
        }
        if (has(text, STREAM_USAGE)) {
            return Optional.of(Omission.STREAM_USAGE);
        }
        if (has(text, SCHEMA_WITH_TOOLS)) {
            return Optional.of(Omission.SCHEMA_WITH_TOOLS);
        }
        if (has(text, SCHEMA)) {
            return Optional.of(Omission.SCHEMA);
        }
        if (has(text, TOOLS)) {
            return Optional.of(Omission.TOOLS);
        }
        return has(text, THINKING) ? Optional.of(Omission.THINKING) : Optional.empty();
    }

    private static boolean has(String text, Pattern pattern) {
        return pattern.matcher(text).find();
    }

    /** The ways in which providers say that they take no such parameter. */
    private static Pattern refused(String name) {
        return Pattern.compile("(?:unsupported (?:parameter|param|value)|unrecognized request arguments? supplied"
                + "|unknown (?:parameter|field|argument|name)|unexpected (?:parameter|field|argument))"
                + "\\W{1,3}" + name + "(?!\\w|\\.\\w)"
                + "|extra_forbidden\\W+(?:loc\\W+)?(?:body\\W+)?" + name + "\\b"
                + "|(?<!\\w)(?<!\\w\\.)" + name + ": extra (?:inputs|fields) (?:are )?not permitted"
                + "|(?<!\\w)(?<!\\w\\.)" + name + " (?:parameter |field )?is (?:not supported|unsupported|deprecated"
                + "|not permitted|not allowed)");
    }

    /** The server's own texts of a JSON body, or the body, in small letters on one line without quotation marks. */
    private static String plainText(String body) {
        String cut = body.length() > MAX_TEXT ? body.substring(0, MAX_TEXT) : body;
        String text;
        try {
            StringJoiner texts = new StringJoiner(" ");
            collect(JsonText.read(cut), texts);
            text = texts.toString();
        } catch (IllegalArgumentException notJson) {
            text = cut;
        }
        String unescaped = UNICODE_ESCAPE.matcher(text).replaceAll(escape -> Matcher
                .quoteReplacement(Character.toString(Integer.parseInt(escape.group(1), 16))));
        return BLANKS.matcher(MARKS.matcher(unescaped).replaceAll("")).replaceAll(" ").toLowerCase(Locale.ROOT);
    }

    private static void collect(JsonValue value, StringJoiner texts) {
        switch (value) {
            case JsonValue.Str str -> texts.add(str.value());
            case JsonValue.Arr arr -> arr.items().forEach(item -> collect(item, texts));
            case JsonValue.Obj obj -> obj.fields().forEach((name, field) -> {
                if (!REPEATED.contains(name)) {
                    collect(field, texts);
                }
            });
            case JsonValue.Num _, JsonValue.Bool _, JsonValue.Null _ -> {
                // Numbers, flags and null hold no words.
            }
        }
    }
}
