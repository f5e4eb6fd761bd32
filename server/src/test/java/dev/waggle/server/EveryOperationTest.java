package dev.waggle.server;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import dev.waggle.journal.schema.ForeignSchema;
import dev.waggle.server.ApiClient.Answer;
import dev.waggle.server.DocumentedApi.DocumentedOperation;
import dev.waggle.server.DocumentedApi.DocumentedParameter;
import dev.waggle.server.SampleRequests.Sample;
import dev.waggle.signal.Ladder;
import dev.waggle.signal.json.JsonValue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Each operation of the document, called with a valid request. */
@Timeout(120)
class EveryOperationTest {

    /** Names of components and of the objects of a document (OpenAPI 3.1.0, sections 4.8.2 to 4.8.17). */
    private static final Pattern COMPONENT = Pattern.compile("[a-zA-Z0-9._-]+");
    private static final Set<String> OF_DOCUMENT = Set.of("openapi", "info", "jsonSchemaDialect", "servers", "paths",
            "webhooks", "components", "security", "tags", "externalDocs");
    private static final Set<String> OF_OPERATION = Set.of("tags", "summary", "description", "externalDocs",
            "operationId", "parameters", "requestBody", "responses", "callbacks", "deprecated", "security", "servers");
    private static final Pattern TEMPLATE = Pattern.compile("\\{([^{}/]+)}");

    @TempDir
    private static Path home;

    private static ServedFolder folder;
    private static ApiClient client;
    private static DocumentedApi api;
    private static SampleRequests samples;

    @BeforeAll
    static void serve() throws Exception {
        String interrupted;
        try (ServedFolder before = new ServedFolder(home); ApiClient first = new ApiClient(before.port())) {
            interrupted = first.post("/v1/solves", "{\"question\": \"wait for the end of the server\"}").text("run");
            before.solves().awaitEntry();
            before.server().close();
        }
        folder = new ServedFolder(home);
        client = new ApiClient(folder.port());
        api = new DocumentedApi(client.get("/v1/openapi.json").json());
        samples = SampleRequests.of(folder, client, interrupted);
    }

    @AfterAll
    static void close() {
        client.close();
        folder.close();
    }

    @TestFactory
    Stream<DynamicTest> everyOperationAnswersAsTheDocumentStates() {
        return api.operations().stream().map(operation -> DynamicTest.dynamicTest(operation.id(), () -> {
            Sample sample = samples.of(operation.id()).orElseThrow(() -> new AssertionError("the operation "
                    + operation.id() + " has no sample\nMaybe add a valid request for it to SampleRequests."));
            String path = operation.path();
            for (Map.Entry<String, String> value : sample.path().entrySet()) {
                path = path.replace('{' + value.getKey() + '}', value.getValue());
            }

            Map<String, String> headers = new HashMap<>(sample.headers());
            if (!sample.type().isEmpty()) {
                headers.put("Content-Type", sample.type());
            }
            Answer answer = client.send(operation.method(), path + sample.query(), headers,
                    sample.body().isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(sample.body()));

            assertThat(answer.status()).as(answer.body()).isBetween(200, 399);
            api.requireStated(operation, answer);
            assertThat(operation.answers(304).isPresent()).as("whether the document states entity tags")
                    .isEqualTo(answer.headers().firstValue("ETag").isPresent());
        }));
    }

    /** A group that this folder does not serve would escape the tests of all operations. */
    @Test
    void everyGroupOfTheModuleIsServed() {
        Set<String> served = folder.operations().stream().map(operation -> operation.handler().getClass().getName())
                .map(name -> name.split("\\$\\$", 2)[0]).collect(Collectors.toCollection(TreeSet::new));
        JavaClasses module = Ladder.moduleOf(WaggleServer.class);
        module.get(WaggleServer.class).getDirectDependenciesFromSelf()
                .forEach(own -> served.add(own.getTargetClass().getName()));
        Set<String> groups = module.stream()
                .filter(type -> type.getSimpleName().endsWith("Api") && type.tryGetMethod("operations").isPresent())
                .map(JavaClass::getName).collect(Collectors.toCollection(TreeSet::new));

        assertThat(groups).isNotEmpty().as("groups of operations; a new one is added to ServedFolder")
                .isSubsetOf(served);
    }

    @Test
    void theDocumentHasTheFormOfOpenApi() {
        JsonValue.Obj document = api.document();
        Set<String> ids = new HashSet<>();
        Set<String> places = new HashSet<>();

        assertThat(OF_DOCUMENT).containsAll(document.fields().keySet());
        assertThat(DocumentedApi.text(document, "openapi")).matches("3\\.1\\.\\d+");
        assertThat(DocumentedApi.text(DocumentedApi.object(document, "info"), "title")).isNotBlank();
        assertThat(DocumentedApi.text(DocumentedApi.object(document, "info"), "version")).isNotBlank();
        assertThat(DocumentedApi.object(DocumentedApi.object(document, "components"), "schemas").fields().keySet())
                .allMatch(name -> COMPONENT.matcher(name).matches());
        for (DocumentedOperation operation : api.operations()) {
            assertThat(ids.add(operation.id())).as(operation.id()).isTrue();
            assertThat(places.add(operation.method() + TEMPLATE.matcher(operation.path()).replaceAll("{}")))
                    .as(operation.path()).isTrue();
            assertThat(OF_OPERATION).as(operation.id()).containsAll(operation.parts().fields().keySet());
            assertThat(operation.path()).startsWith("/");
            requireParameters(operation);
            requireResponses(operation);
        }
    }

    /** Of two paths with the same form but other names of parameters, a document may have only one. */
    @Test
    void aPathIsTemplatedInOneWay() {
        Set<String> paths = api.operations().stream().map(DocumentedOperation::path).collect(Collectors.toSet());

        assertThat(paths.stream().map(path -> TEMPLATE.matcher(path).replaceAll("{}"))).doesNotHaveDuplicates();
    }

    @Test
    void theDocumentRefersToNothingOutsideItself() {
        assertThat(DocumentedApi.references(api.document())).isNotEmpty()
                .allMatch(target -> target.startsWith("#/components/schemas/"));
        DocumentedApi.object(DocumentedApi.object(api.document(), "components"), "schemas").fields()
                .forEach((name, schema) -> assertThat(ForeignSchema.of(api.closed((JsonValue.Obj) schema))).as(name)
                        .isNotNull());
    }

    private static void requireParameters(DocumentedOperation operation) {
        List<String> ofPath = new ArrayList<>();
        Matcher template = TEMPLATE.matcher(operation.path());
        while (template.find()) {
            ofPath.add(template.group(1));
        }
        assertThat(operation.parameters().stream().filter(it -> it.place().equals("path"))
                .map(DocumentedParameter::name)).as(operation.id()).containsExactlyInAnyOrderElementsOf(ofPath);
        assertThat(operation.parameters().stream().map(it -> it.place() + ' ' + it.name())).as(operation.id())
                .doesNotHaveDuplicates();
        assertThat(operation.parameters()).as(operation.id())
                .allMatch(it -> Set.of("path", "query", "header", "cookie").contains(it.place()))
                .allMatch(it -> !it.place().equals("path") || it.required());
    }

    private static void requireResponses(DocumentedOperation operation) {
        JsonValue.Obj responses = DocumentedApi.object(operation.parts(), "responses");
        assertThat(responses.fields().keySet()).as(operation.id()).isNotEmpty()
                .allMatch(status -> status.matches("[1-5](\\d\\d|XX)|default"))
                .anyMatch(status -> status.startsWith("2"));
        responses.fields().values().forEach(one -> assertThat(DocumentedApi.text((JsonValue.Obj) one, "description"))
                .as(operation.id()).isNotBlank());
    }
}
