package dev.waggle.spring;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import dev.langchain4j.model.chat.StreamingChatModel;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.signals.SignalService;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.bus.BusConfig;
import dev.waggle.signal.bus.SignalBus;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.tool.Tool;
import dev.waggle.spring.ai.SpringAiBeans;
import dev.waggle.spring.model.LangChainBeans;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.LoggedRun;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.testing.ScriptedModel;
import dev.waggle.testing.ScriptedReply;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

import static org.assertj.core.api.Assertions.assertThat;

class WaggleAutoConfigurationTest {

    @BeforeAll
    static void isolate() {
        OwnProperties.isolate();
    }

    private static final ApplicationContextRunner APPLICATION = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(WaggleAutoConfiguration.class));

    @TempDir
    Path folder;

    private static Harness script() {
        return ScriptedModel.named("team").when(request -> true)
                .answers(ScriptedReply.proposes("shard", "Shard by tenant"),
                        ScriptedReply.votes("shard", Stance.AGREE));
    }

    private static Agent agent(String id) {
        return Agent.of(id, turn -> turn.round() > 1
                ? List.of()
                : List.of(Draft.of(new Payload.Discovery("seen by " + id, null, 0.5), 0.9)));
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnAgents {

        @Bean
        @Order(2)
        Agent second() {
            return agent("zoe");
        }

        @Bean
        @Order(1)
        Agent first() {
            return agent("ada");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OneModel {

        @Bean
        Harness mine() {
            return script();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoModels {

        @Bean
        Harness left() {
            return script();
        }

        @Bean
        Harness right() {
            return script();
        }
    }

    @Test
    void agentsAmongTheBeansAreTheSwarmInTheirOrder() {
        APPLICATION.withUserConfiguration(OwnAgents.class).run(application -> {
            assertThat(application).hasSingleBean(Swarm.class).hasSingleBean(SignalBus.class)
                    .doesNotHaveBean(Journal.class).doesNotHaveBean(SignalService.class);
            assertThat(ids(application.getBean(SwarmConfig.class))).containsExactly("ada", "zoe");
        });
    }

    @Test
    void statedAgentsComeBeforeThoseAmongTheBeans() {
        APPLICATION.withUserConfiguration(OwnAgents.class, OneModel.class)
                .withPropertyValues("waggle.agents[0].id=scout").run(application -> assertThat(
                        ids(application.getBean(SwarmConfig.class))).containsExactly("scout", "ada", "zoe"));
    }

    @Test
    void theOnlyModelAmongTheBeansPlaysTheUsualTeam() {
        APPLICATION.withUserConfiguration(OneModel.class).run(application -> assertThat(
                ids(application.getBean(SwarmConfig.class))).containsExactly("explorer", "analyst", "critic"));
    }

    @Test
    void severalModelsAreRefusedUntilOneIsNamed() {
        APPLICATION.withUserConfiguration(TwoModels.class).run(application -> assertThat(application).hasFailed()
                .getFailure().rootCause().hasMessageContaining("several models: left, right")
                .hasMessageContaining("bean:left"));
        APPLICATION.withUserConfiguration(TwoModels.class).withPropertyValues("waggle.models=bean:right")
                .run(application -> assertThat(application).hasNotFailed());
    }

    @Test
    void anUnknownBeanIsRefusedWithTheNearestOne() {
        APPLICATION.withUserConfiguration(TwoModels.class).withPropertyValues("waggle.models=bean:rigth")
                .run(application -> assertThat(application).hasFailed().getFailure().rootCause()
                        .hasMessageContaining("\"bean:rigth\"").hasMessageContaining("Maybe bean:right?"));
    }

    @Test
    void withoutAgentsAndModelsTheStartFails() {
        APPLICATION.run(application -> assertThat(application).hasFailed().getFailure().rootCause()
                .hasMessageContaining("no model is named"));
    }

    @Test
    void aSwitchDeclaresNothing() {
        APPLICATION.withPropertyValues("waggle.enabled=false")
                .run(application -> assertThat(application).hasNotFailed().doesNotHaveBean(Swarm.class));
    }

    @Test
    void beansOfTheApplicationTakeThePlaceOfOurs() {
        APPLICATION.withUserConfiguration(OwnAgents.class)
                .withBean("mine", SignalBus.class, () -> SignalBus.create(BusConfig.defaults()))
                .withBean(SwarmCustomizer.class, () -> config -> config.withLimits(Limits.defaults().withMaxRounds(2)))
                .run(application -> {
                    assertThat(application).getBean(SignalBus.class).isSameAs(application.getBean("mine"));
                    assertThat(application.getBean(SwarmConfig.class).limits().maxRounds()).isEqualTo(2);
                });
    }

    @Test
    void listenersHearEveryEvent() {
        List<SwarmEvent> heard = new CopyOnWriteArrayList<>();
        APPLICATION.withUserConfiguration(OwnAgents.class, Listening.class).run(application -> {
            SwarmResult result = application.getBean(Swarm.class).solve("Shard or buy time?");
            heard.addAll(application.getBean(Listening.class).events);

            assertThat(heard).isNotEmpty();
            assertThat(result.failures()).isEmpty();
        });
    }

    @Configuration
    static class Listening {

        private final List<SwarmEvent> events = new CopyOnWriteArrayList<>();

        @Bean
        Consumer<SwarmEvent> listener() {
            return events::add;
        }
    }

    @Test
    void aDataFolderHasTheLogOfASolve() {
        APPLICATION.withUserConfiguration(OwnAgents.class).withPropertyValues("waggle.data=" + folder)
                .run(application -> {
                    SwarmResult result = application.getBean(Swarm.class).solve("Shard or buy time?");

                    assertThat(application.getBean(Journal.class).read(1, 1_000))
                            .anyMatch(entry -> result.solveId().equals(entry.signal().scope().run()));
                });
        // The folder is free again, so the context has closed it.
        APPLICATION.withUserConfiguration(OwnAgents.class).withPropertyValues("waggle.data=" + folder)
                .run(application -> assertThat(application).hasNotFailed());
    }

    @Test
    void signalToolsAndSeatsNeedADataFolder() {
        APPLICATION.withUserConfiguration(OneModel.class).withPropertyValues("waggle.signal-tools=true")
                .run(application -> assertThat(application).hasFailed().getFailure().rootCause()
                        .hasMessageContaining("waggle.signalTools").hasMessageContaining("waggle.data"));
    }

    @Test
    void theLogHasTheSetupOfTheSwarmWithoutItsKeys() {
        APPLICATION.withUserConfiguration(OneModel.class)
                .withPropertyValues("waggle.data=" + folder, "waggle.consensus.threshold=0.7",
                        "waggle.environment.OPENAI_API_KEY=sk-test-secret")
                .run(application -> {
                    String run = application.getBean(Swarm.class).solve("Shard or buy time?").solveId();
                    List<LogEntry> entries = application.getBean(Journal.class).entriesOf(run);

                    assertThat(LoggedRun.of(run, entries).setup().map(JsonText::write)).hasValueSatisfying(
                            setup -> assertThat(setup).contains("\"command\":\"application\"", "\"threshold\":0.7",
                                    "\"models\":[\"bean:mine\"]").doesNotContain("sk-test", "environment",
                                            folder.toString()));
                });
    }

    @Test
    void aModelThatTakesNoToolsIsRefusedWhereTheSwarmHasSome() {
        ApplicationContextRunner application = APPLICATION
                .withBean("plain", ChatModel.class, () -> prompt -> {
                    throw new AssertionError("it is not asked");
                });
        application.run(started -> assertThat(started).hasNotFailed());
        application.withBean(Tool.class, () -> Tool.of("look", "Looks.", Map.of("at", "a place"), _ -> "nothing"))
                .run(started -> assertThat(started).hasFailed().getFailure().rootCause()
                        .hasMessageContaining("bean:plain").hasMessageContaining("LangChain4j"));
        application.withPropertyValues("waggle.signal-tools=true", "waggle.data=" + folder)
                .run(started -> assertThat(started).hasFailed().getFailure().rootCause()
                        .hasMessageContaining("bean:plain").hasMessageContaining("waggle.signalTools"));
    }

    @Test
    void aRefusedValueNamesItsKey() {
        APPLICATION.withUserConfiguration(OwnAgents.class).withPropertyValues("waggle.consensus.threshold=1.5")
                .run(application -> assertThat(application).hasFailed().getFailure().rootCause()
                        .hasMessageContaining("waggle.consensus.threshold: ").hasMessageContaining("1.5"));
    }

    @Test
    void chatModelsAreFoundWhereTheirLibrariesAre() {
        APPLICATION.withUserConfiguration(OwnAgents.class).run(application -> assertThat(application)
                .hasSingleBean(LangChainBeans.class).hasSingleBean(SpringAiBeans.class));
        APPLICATION.withUserConfiguration(OwnAgents.class)
                .withClassLoader(new FilteredClassLoader(ChatModel.class, StreamingChatModel.class,
                        dev.langchain4j.model.chat.ChatModel.class))
                .run(application -> assertThat(application).hasNotFailed().doesNotHaveBean(LangChainBeans.class)
                        .doesNotHaveBean(SpringAiBeans.class));
    }

    @Test
    void keysOfModelsComeFromTheProperties() {
        APPLICATION.withPropertyValues("waggle.models=openai:gpt-5-mini")
                .withPropertyValues("waggle.environment.OPENAI_API_KEY=sk-test")
                .run(application -> assertThat(application).hasNotFailed());
    }

    private static List<String> ids(SwarmConfig config) {
        return config.agents().stream().map(agent -> agent.profile().id()).toList();
    }
}
