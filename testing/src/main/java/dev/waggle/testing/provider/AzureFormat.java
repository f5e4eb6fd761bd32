package dev.waggle.testing.provider;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.testing.provider.rule.WireJson;

/**
 * Azure OpenAI: the formats of OpenAI behind paths, versions, keys and errors of its own.
 *
 * <pre>
 *   /openai/deployments/NAME/chat/completions?api-version=V     /openai/responses?api-version=V
 *   /openai/v1/chat/completions                                 /openai/v1/responses
 * </pre>
 */
final class AzureFormat implements WireFormat {

    /** Versions: Azure OpenAI, "API version lifecycle", 2025. */
    private static final Set<String> VERSIONS = Set.of("2023-05-15", "2023-06-01-preview", "2023-10-01-preview",
            "2024-02-01", "2024-02-15-preview", "2024-03-01-preview", "2024-04-01-preview", "2024-05-01-preview",
            "2024-06-01", "2024-07-01-preview", "2024-08-01-preview", "2024-09-01-preview", "2024-10-01-preview",
            "2024-10-21", "2024-12-01-preview", "2025-01-01-preview", "2025-02-01-preview", "2025-03-01-preview",
            "2025-04-01-preview");
    private static final Set<String> VERSIONS_OF_V1 = Set.of("", "v1", "preview", "latest");

    private static final Pattern DEPLOYMENT = Pattern.compile("/openai/deployments/([^/]+)/chat/completions");
    private static final String V1 = "/openai/v1/";

    private final OpenAiFormat chat = new OpenAiFormat(new FakeServerConfig.ChatServer.Home());
    private final ResponsesFormat responses = new ResponsesFormat();
    private final Map<String, String> deployments;

    AzureFormat(Map<String, String> deployments) {
        this.deployments = deployments;
    }

    @Override
    public boolean asksAt(String path) {
        return DEPLOYMENT.matcher(path).matches() || path.equals("/openai/responses")
                || path.equals(V1 + "chat/completions") || path.equals(V1 + "responses");
    }

    @Override
    public Optional<Refusal> refusePath(String method, FakeRequest.Raw raw) {
        return raw.path().startsWith("/openai/") ? Optional.of(notFound()) : Optional.empty();
    }

    @Override
    public String listPath() {
        return V1 + "models";
    }

    @Override
    public FakeRequest read(FakeRequest.Raw raw) {
        Matcher path = DEPLOYMENT.matcher(raw.path());
        FakeRequest read = inner(raw.path()).read(raw);
        String deployment = path.matches() ? path.group(1) : read.model();
        return new FakeRequest(WireFormatName.AZURE, deployment, read.streamed(), read.asked(), read.settings(), raw);
    }

    private WireFormat inner(String path) {
        return path.endsWith("/responses") ? responses : chat;
    }

    /** The request as OpenAI itself would see it: with the model of the deployment. */
    private FakeRequest atHome(FakeRequest request) {
        String model = model(request);
        Map<String, JsonValue> fields = new LinkedHashMap<>(
                request.raw().json() instanceof JsonValue.Obj body ? body.fields() : Map.of());
        fields.put("model", JsonValue.of(model));
        FakeRequest.Raw raw = request.raw();
        return new FakeRequest(request.format(), model, request.streamed(), request.asked(), request.settings(),
                new FakeRequest.Raw(raw.path(), raw.query(), raw.headers(), raw.body(), new JsonValue.Obj(fields)));
    }

    private String model(FakeRequest request) {
        return deployments.getOrDefault(request.model(), request.model());
    }

    @Override
    public Optional<Refusal> refuse(FakeRequest request) {
        if (request.key().isEmpty()) {
            return Optional.of(wrongKey());
        }
        Optional<Refusal> early = version(request.raw()).or(() -> deployment(request));
        if (early.isPresent()) {
            return early;
        }
        FakeRequest home = atHome(request);
        JsonValue body = home.raw().json();
        if (inner(request.raw().path()) == responses) {
            return ResponsesRules.check(home.model(), body);
        }
        return OpenAiRules.shape(body).or(() -> features(request.raw(), home.model(), body))
                .or(() -> onlyOfResponses(home.model())).or(() -> OpenAiRules.check(body))
                .or(() -> OpenAiModelRules.chatSettings(home.model(), body));
    }

    /** Words: aider-desk#460, November 2025, and without a version azure-docs#114602, September 2023. */
    private static Optional<Refusal> version(FakeRequest.Raw raw) {
        String version = versionOf(raw);
        if (raw.path().startsWith(V1)) {
            // A dated version: earendil-works/pi#2528, April 2026.
            return VERSIONS_OF_V1.contains(version) ? Optional.empty() : Optional.of(unsupportedVersion());
        }
        if (version.isEmpty()) {
            return Optional.of(notFound());
        }
        if (!VERSIONS.contains(version)) {
            return Optional.of(unsupportedVersion());
        }
        // Words: Aider-AI/aider#4029, May 2025.
        return raw.path().endsWith("/responses") && version.compareTo("2025-03-01-preview") < 0
                ? Optional.of(of(400, "BadRequest",
                        "Azure OpenAI Responses API is enabled only for api-version 2025-03-01-preview and later"))
                : Optional.empty();
    }

    private static String versionOf(FakeRequest.Raw raw) {
        for (String pair : raw.query().split("&", -1)) {
            if (pair.startsWith("api-version=")) {
                return pair.substring("api-version=".length());
            }
        }
        return "";
    }

    /** Words: microsoft/autogen#822, November 2023, and gethouston/houston#1438, August 2026. */
    private Optional<Refusal> deployment(FakeRequest request) {
        return OpenAiModelRules.isKnown(model(request))
                ? Optional.empty()
                : Optional.of(of(404, "DeploymentNotFound", "The API deployment for this resource does not exist. If"
                        + " you created the deployment within the last 5 minutes, please wait a moment and try"
                        + " again."));
    }

    /** Fields that came with a version; the versions sort as texts. */
    private static Optional<Refusal> features(FakeRequest.Raw raw, String model, JsonValue body) {
        String version = versionOf(raw);
        if (raw.path().startsWith(V1)) {
            return Optional.empty();
        }
        if (model.startsWith("o3-mini") && version.compareTo("2024-12-01-preview") < 0) {
            // Words, with the brace as it is: langchain4j/langchain4j#2636, March 2025.
            return Optional.of(of(400, "BadRequest",
                    "Model {modelName} is enabled only for api versions 2024-12-01-preview and later"));
        }
        if (WireJson.text(body, "response_format", "type").equals("json_schema")
                && version.compareTo("2024-08-01-preview") < 0) {
            // Words: crmne/ruby_llm#600, February 2026.
            return Optional.of(of(400, "BadRequest",
                    "response_format value as json_schema is enabled only for api versions 2024-08-01-preview and"
                            + " later"));
        }
        // Changes between 2024-08-01-preview and 2024-09-01-preview: "API version lifecycle", 2024.
        return version.compareTo("2024-09-01-preview") >= 0
                ? Optional.empty()
                : List.of("max_completion_tokens", "parallel_tool_calls", "stream_options").stream()
                        .filter(param -> WireJson.has(body, param)).findFirst()
                        .map(param -> OpenAiRefusal.bad("Unrecognized request argument supplied: " + param, null,
                                null));
    }

    /** Words: langchain-ai/langchain#6363, June 2023, and chatwise-releases#942, August 2025. */
    private static Optional<Refusal> onlyOfResponses(String model) {
        return OpenAiModelRules.isOnlyOfResponses(model)
                ? Optional.of(of(400, "OperationNotSupported", "The chatCompletion operation does not work with the"
                        + " specified model, " + model + ". Please choose different model and try again. You can"
                        + " learn more about which models can be used with each operation here:"
                        + " https://go.microsoft.com/fwlink/?linkid=2197993."))
                : Optional.empty();
    }

    private static Refusal of(int status, String code, String message) {
        return new Refusal(status, WireJson.object("error", WireJson.object("code", code, "message", message)));
    }

    /** Words: ThinkInAIXYZ/deepchat#262, April 2025. */
    private static Refusal notFound() {
        return of(404, "404", "Resource not found");
    }

    private static Refusal unsupportedVersion() {
        return of(400, "BadRequest", "API version not supported");
    }

    /** Words: SciSharp/BotSharp#386, April 2024. */
    private static Refusal wrongKey() {
        return of(401, "401", "Access denied due to invalid subscription key or wrong API endpoint. Make sure to"
                + " provide a valid key for an active subscription and use a correct regional API endpoint for your"
                + " resource.");
    }

    @Override
    public String streamType() {
        return "text/event-stream; charset=utf-8";
    }

    /** Chat completions begin with what the filter found in the prompt: archive-old-cli-mentat#429, December 2023. */
    @Override
    public List<Frame> frames(FakeRequest request, FakeAnswer.Says says) {
        WireFormat inner = inner(request.raw().path());
        List<Frame> frames = new ArrayList<>(inner.frames(atHome(request), says));
        if (inner == chat) {
            frames.addFirst(inner.event(JsonText.write(WireJson.object("choices", WireJson.array(), "created", 0, "id",
                    "", "model", "", "object", "", "prompt_filter_results", WireJson.array(WireJson.object(
                            "prompt_index", 0, "content_filter_results", WireJson.object("violence",
                                    WireJson.object("filtered", false, "severity", "safe"))))))));
        }
        return frames;
    }

    @Override
    public JsonValue whole(FakeRequest request, FakeAnswer.Says says) {
        return inner(request.raw().path()).whole(atHome(request), says);
    }

    @Override
    public Frame event(String data) {
        return chat.event(data);
    }

    @Override
    public Frame failure(Refusal refusal) {
        return chat.failure(refusal);
    }

    @Override
    public Refusal refusal(ProviderRefusal problem, FakeRequest request) {
        return switch (problem) {
            case WRONG_KEY -> wrongKey();
            case UNKNOWN_MODEL -> of(404, "DeploymentNotFound", "The API deployment for this resource does not exist.");
            // Words: vanderschaarlab/climb#1, January 2025.
            case RATE_LIMITED -> of(429, "429", "Requests to the ChatCompletions_Create Operation under Azure OpenAI"
                    + " API version 2024-10-21 have exceeded token rate limit of your current OpenAI S0 pricing tier."
                    + " Please retry after 60 seconds.");
            case BAD_REQUEST, NO_CREDIT, OVERLOADED, SERVER_ERROR -> chat.refusal(problem, request);
        };
    }

    @Override
    public JsonValue models(List<String> names) {
        return chat.models(names);
    }
}
