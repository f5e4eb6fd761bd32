package dev.waggle.journal.signals;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.delayed.DelayedSignal;
import dev.waggle.journal.inbox.InboxConfig;
import dev.waggle.journal.inbox.Subscription;
import dev.waggle.signal.Lifetime;
import dev.waggle.signal.Source;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.tool.ToolCaller;
import dev.waggle.signal.tool.ToolDefinition;
import dev.waggle.signal.tool.ToolOutcome;
import dev.waggle.signal.tool.ToolRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The tools of agents: durable-signals 30, 43, 44, and section 7 of its sheet. */
class SignalToolsTest {

    private static final ToolCaller EVE = new ToolCaller("eve", 3);

    @TempDir
    Path folder;

    private RestartableService service;
    private ToolRegistry tools;

    @BeforeEach
    void open() {
        service = new RestartableService(folder, InboxConfig.defaults().withMaxSubscriptions(2, 2));
        tools = ToolRegistry.of(SignalTools.of(service.signals));
    }

    @AfterEach
    void close() {
        service.close();
    }

    @Test
    void aCallThatIsMadeAgainAfterACrashGeneratesNothingAgain() throws InterruptedException {
        try (RestartableService other = new RestartableService(folder.resolve("calls"))) {
            JsonValue input = JsonText.read("{\"type\":\"build:asked\"}");
            ToolOutcome first = generate(other, "key 1", input);
            other.crash();

            assertThat(generate(other, "key 1", input)).isEqualTo(first);
            assertThat(generate(other, "key 2", input)).isNotEqualTo(first);
            assertThat(other.signals.log().read(1, 9)).hasSize(2);
        }
    }

    private static ToolOutcome generate(RestartableService service, String call, JsonValue input)
            throws InterruptedException {
        return ToolRegistry.of(SignalTools.ofSolve(() -> service.signals, null)).call("generate_signal",
                new ToolCaller("ann", 1), input, call);
    }

    @Test
    void generatesInTheNameOfTheCaller() throws Exception {
        ToolOutcome.Done done = done("generate_signal", "{\"type\":\" build:done \",\"data\":null}");

        LogEntry entry = service.signals.listRecent().getFirst();
        assertThat(entry.signal().source()).isEqualTo(Source.agent("eve"));
        assertThat(entry.emission()).isEqualTo(new Emission("eve", 3));
        assertThat(done.text()).isEqualTo("Signal \"build:done\" was generated: " + entry.signal().id());
        assertThat(JsonText.write(done.details())).startsWith("{\"signal\":{\"id\":\"" + entry.signal().id())
                .contains("\"data\":null");
    }

    @Test
    void aSignalWithATimeToLiveIsNotDeliveredAfterIt() throws Exception {
        service.subscribe("ada", "tea:*");
        var _ = done("generate_signal", "{'type':'tea:ready','ttlSeconds':60}");
        assertThat(service.signals.listRecent().getFirst().signal().lifetime())
                .isEqualTo(Lifetime.ttl(Duration.ofSeconds(60)));

        service.world.advance(Duration.ofSeconds(61));
        assertThat(service.drain("ada")).isEmpty();
    }

    /** Scenario 46 of durable signals. */
    @Test
    void aDelayedSignalIsReplacedByTheSameCallerAndKeyOnly() throws Exception {
        ToolOutcome.Done first = done("generate_signal", "{'type':'tea:ready','delaySeconds':60,'repeatKey':'tea'}");
        assertThat(first.text()).startsWith("Signal \"tea:ready\" will be generated at 2026-02-06T18:51:07Z: sig_");
        var _ = tools.call("generate_signal", new ToolCaller("bob", 1),
                JsonText.read("{\"type\":\"tea:ready\",\"delaySeconds\":60,\"repeatKey\":\"tea\"}"));
        var _ = tools.call("generate_signal", new ToolCaller("eve", 4),
                JsonText.read("{\"type\":\"tea:ready\",\"delaySeconds\":90,\"repeatKey\":\"tea\"}"));

        assertThat(service.signals.delayed().list()).extracting(DelayedSignal::deliverAt).containsExactly(
                RestartableService.START.plusSeconds(60), RestartableService.START.plusSeconds(90));
        assertThat(service.signals.delayed().list().getFirst().emission().by()).isEqualTo("bob");
        assertThat(service.signals.listRecent()).isEmpty();
    }

    @Test
    void aDelayedCallThatIsMadeAgainAfterACrashSchedulesNothingAgain() throws InterruptedException {
        try (RestartableService other = new RestartableService(folder.resolve("calls"))) {
            JsonValue input = JsonText.read("{\"type\":\"build:asked\",\"delaySeconds\":60}");
            var _ = generate(other, "key 1", input);
            other.crash();

            var _ = generate(other, "key 1", input);
            assertThat(other.signals.delayed().list()).hasSize(1);
            var _ = generate(other, "key 2", input);
            assertThat(other.signals.delayed().list()).hasSize(2);
        }
    }

    /** Scenario 48 of durable signals: the tenant is that of the solve, and no agent chooses another. */
    @Test
    void agentsOfASolveStayInItsTenant() throws Exception {
        service.subscribe("spy", "*:*");
        tools = ToolRegistry.of(SignalTools.ofSolve(() -> service.signals, "north"));
        var _ = done("signal_subscribe", "{'pattern':'build:*'}");
        var _ = done("generate_signal", "{'type':'build:done'}");
        var _ = done("generate_signal", "{'type':'build:late','delaySeconds':60}");

        assertThat(service.signals.listRecent().getFirst().signal().scope().tenant()).isEqualTo("north");
        assertThat(service.signals.delayed().list().getFirst().owner().tenant()).isEqualTo("north");
        assertThat(service.inboxes().subscriptions("eve")).extracting(Subscription::tenant).containsExactly("north");
        assertThat(service.drain("spy")).isEmpty();
        assertThat(done("signal_unsubscribe", "{'pattern':'build:*'}").text()).contains("no longer subscribed");
    }

    /** Scenario 44 of durable signals. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"system | {'type':'system'}", "ada | {'type':'agent','id':' ada '}",
        "webhook | {'type':'webhook','id':' '}", "p | {'type':'process','id':'p'}"})
    void storesTheSourceThatIsClaimedAndRecordsWhoItWas(String label, String source) throws Exception {
        done("generate_signal", "{'type':'a','source':" + source + "}");

        LogEntry entry = service.signals.listRecent().getFirst();
        assertThat(entry.signal().source().label()).isEqualTo(label);
        assertThat(entry.emission().by()).isEqualTo("eve");
    }

    @Test
    void subscribesTheCallerSilentlyUnlessToldOtherwise() throws Exception {
        ToolOutcome.Done done = done("signal_subscribe", "{'pattern':' build:* '}");
        assertThat(done.text()).isEqualTo("Agent \"eve\" is subscribed to \"build:*\", silently");
        assertThat(JsonText.write(done.details())).isEqualTo("{\"subscription\":{\"agentId\":\"eve\",\"pattern\":"
                + "\"build:*\",\"silent\":true,\"createdAt\":1770403807000,\"updatedAt\":1770403807000}}");
        done("signal_subscribe", "{'pattern':'build:*','silent':false}");
        done("signal_subscribe", "{'pattern':'build:*'}");
        assertThat(service.inboxes().subscription("eve", "build:*").orElseThrow().silent()).isFalse();

        assertThat(JsonText.write(done("signal_unsubscribe", "{'pattern':'*:*'}").details()))
                .isEqualTo("{\"removed\":false,\"agentId\":\"eve\",\"pattern\":\"*:*\"}");
        assertThat(done("signal_unsubscribe", "{'pattern':'build:*'}").text())
                .isEqualTo("Agent \"eve\" is no longer subscribed to \"build:*\"");
        assertThat(service.inboxes().subscriptions()).isEmpty();
    }

    /** Scenario 30 of durable signals. */
    @Test
    void subscribesAnotherOnlyIfThatIsKnown() throws Exception {
        assertThat(failed("signal_subscribe", "{'pattern':'a','agentId':'bob'}"))
                .contains("agent \"bob\" is not known");
        assertThat(failed("signal_unsubscribe", "{'pattern':'a','agentId':'bob'}")).contains("not known");
        service.inboxes().registerAgent("bob");
        done("signal_subscribe", "{'pattern':'a','agentId':'bob'}");
        assertThat(service.inboxes().subscriptions("bob")).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {//
        "generate_signal | {} | type is missing", //
        "generate_signal | {'type':' '} | type must not be blank", //
        "generate_signal | {'type':7} | type must be a text, got 7", //
        "generate_signal | {'type':'a','by':'ada'} | by is unknown", //
        "generate_signal | {'type':'a','source':'system'} | source must be an object", //
        "generate_signal | {'type':'a','source':{'type':'user'}} | source.type must be one of", //
        "generate_signal | {'type':'a','source':{'type':'agent','id':' '}} | source.id of an agent must not be blank", //
        "generate_signal | {'type':'a','source':{'type':'system','id':'x'}} | source.id is unknown", //
        "generate_signal | {'type':'a','tenant':'north'} | tenant is unknown", //
        "generate_signal | {'type':'a','ttlSeconds':0} | ttlSeconds must be a whole number from 1", //
        "generate_signal | {'type':'a','delaySeconds':-1} | delaySeconds must be a whole number from 1", //
        "generate_signal | {'type':'a','delaySeconds':315360001} | to 315360000", //
        "generate_signal | {'type':'a','delaySeconds':1.5} | delaySeconds", //
        "generate_signal | {'type':'a','repeatKey':'k'} | repeatKey needs delaySeconds", //
        "generate_signal | {'type':'a','delaySeconds':1,'repeatKey':' '} | repeatKey must not be blank", //
        "generate_signal | [] | the input must be an object", //
        "signal_subscribe | {'pattern':''} | pattern must not be blank", //
        "signal_subscribe | {'pattern':'a','silent':'no'} | silent must be true or false", //
        "signal_subscribe | {'pattern':'a','agentId':' '} | agentId must not be blank", //
        "signal_unsubscribe | {'pattern':'a','silent':true} | silent is unknown", //
        "signal_unsubscribe | {} | pattern is missing"})
    void aBadInputIsAnOutcomeThatSaysWhereAndWhy(String tool, String input, String reason) throws Exception {
        assertThat(failed(tool, input)).contains(reason);
        assertThat(service.signals.listRecent()).isEmpty();
        assertThat(service.inboxes().subscriptions()).isEmpty();
    }

    @Test
    void aLimitIsAnOutcomeToo() throws Exception {
        done("signal_subscribe", "{'pattern':'a'}");
        done("signal_subscribe", "{'pattern':'b'}");

        assertThat(failed("signal_subscribe", "{'pattern':'c'}")).contains("at most 2");
    }

    /** durable-signals 43: an outcome is one line, for every input. */
    @Test
    void noInputForgesALineOfAnOutcome() throws Exception {
        ToolOutcome.Done done = done("signal_subscribe", "{'pattern':'a\\n</tag>\\u2028b'}");

        assertThat(done.text()).doesNotContain("\n", "<", "\u2028");
    }

    /** The schema that a model receives gives the same verdict on inputs as the tool. */
    @Test
    void schemasAgreeWithTheTools() {
        List<ToolDefinition> definitions = tools.definitions();
        assertThat(definitions).extracting(ToolDefinition::name)
                .containsExactly("generate_signal", "signal_subscribe", "signal_unsubscribe");
        assertThat(isValid(definitions.get(0), "{'type':'a','source':{'type':'webhook'},'data':[1]}")).isTrue();
        assertThat(isValid(definitions.get(0), "{'type':''}")).isFalse();
        assertThat(isValid(definitions.get(0), "{'type':'a','ttlSeconds':5,'delaySeconds':9,'repeatKey':'k'}"))
                .isTrue();
        assertThat(isValid(definitions.get(0), "{'type':'a','delaySeconds':0}")).isFalse();
        assertThat(isValid(definitions.get(0), "{'type':'a','tenant':'north'}")).isFalse();
        assertThat(isValid(definitions.get(0), "{'type':'a','source':{'type':'agent'}}")).isFalse();
        assertThat(isValid(definitions.get(1), "{'pattern':'a','silent':false,'agentId':'b'}")).isTrue();
        assertThat(isValid(definitions.get(1), "{'pattern':'a','more':1}")).isFalse();
        assertThat(isValid(definitions.get(2), "{}")).isFalse();
    }

    private static boolean isValid(ToolDefinition tool, String input) {
        Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(JsonText.write(tool.inputSchema()), InputFormat.JSON);
        return schema.validate(input.replace('\'', '"'), InputFormat.JSON).isEmpty();
    }

    private ToolOutcome.Done done(String tool, String input) throws InterruptedException {
        return (ToolOutcome.Done) call(tool, input);
    }

    private String failed(String tool, String input) throws InterruptedException {
        return ((ToolOutcome.Failed) call(tool, input)).reason();
    }

    private ToolOutcome call(String tool, String input) throws InterruptedException {
        JsonValue value = JsonText.read(input.replace('\'', '"'));
        return tools.call(tool, EVE, value);
    }
}
