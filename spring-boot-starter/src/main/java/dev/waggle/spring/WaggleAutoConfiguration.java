package dev.waggle.spring;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

import dev.waggle.journal.checkpoint.FileCheckpointStore;
import dev.waggle.journal.seat.FileSeatAnswers;
import dev.waggle.journal.signals.SignalService;
import dev.waggle.journal.signals.SignalServiceConfig;
import dev.waggle.setup.SwarmSetup;
import dev.waggle.setup.folder.AnswerFolder;
import dev.waggle.setup.folder.OutcomeFolder;
import dev.waggle.setup.team.SetupException;
import dev.waggle.signal.bus.BusConfig;
import dev.waggle.signal.bus.SignalBus;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.seat.SeatAnswers;
import dev.waggle.signal.tool.Tool;
import dev.waggle.signal.world.World;
import dev.waggle.spring.ai.SpringAiBeans;
import dev.waggle.spring.memory.LuceneLibrary;
import dev.waggle.spring.memory.MemoryConnector;
import dev.waggle.spring.memory.MemoryLibrary;
import dev.waggle.spring.memory.MemoryResource;
import dev.waggle.spring.memory.QdrantLibrary;
import dev.waggle.spring.model.ApplicationModels;
import dev.waggle.spring.model.HarnessBeans;
import dev.waggle.spring.model.LangChainBeans;
import dev.waggle.spring.model.ModelBeanSource;
import dev.waggle.spring.property.RuleProperties;
import dev.waggle.spring.property.WaggleProperties;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.harness.BreakerPolicy;
import dev.waggle.swarm.harness.call.CircuitBreakerRegistry;
import dev.waggle.swarm.memory.SharedMemory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * The beans of a swarm. An application that declares one of them has its own in place of ours, and {@code
 * waggle.enabled: false} declares none.
 */
@AutoConfiguration
@ConditionalOnProperty(name = "waggle.enabled", matchIfMissing = true)
@EnableConfigurationProperties(WaggleProperties.class)
public final class WaggleAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    SwarmSetup waggleSetup(WaggleProperties properties) {
        return properties.setup();
    }

    @Bean
    @ConditionalOnMissingBean
    CircuitBreakerRegistry waggleBreakers() {
        return new CircuitBreakerRegistry(BreakerPolicy.DEFAULTS, World.system());
    }

    @Bean
    HarnessBeans waggleHarnessBeans(ConfigurableListableBeanFactory beans) {
        return new HarnessBeans(beans);
    }

    @Bean
    @ConditionalOnMissingBean
    ApplicationModels waggleModels(WaggleProperties properties, ObjectProvider<ModelBeanSource> sources,
            ConfigurableListableBeanFactory beans, ConfigurableEnvironment environment,
            CircuitBreakerRegistry breakers) {
        String file = properties.modelsFile();
        return new ApplicationModels(sources.orderedStream().toList(),
                name -> beans.containsBeanDefinition(name) && beans.getBeanDefinition(name).isPrimary(),
                () -> ModelVariables.of(environment, properties.variables()), file == null ? null : Path.of(file),
                breakers);
    }

    /** The data folder with its log and inboxes. */
    @Bean
    @ConditionalOnMissingBean
    @Conditional(DataFolderCondition.class)
    SignalService waggleSignals(WaggleProperties properties) {
        try {
            return SignalService.open(properties.folder(), SignalServiceConfig.defaults(),
                    World.system());
        } catch (UncheckedIOException | IllegalArgumentException unusable) {
            SetupException refusal = SetupException.of(
                    new IllegalArgumentException("waggle.data: " + unusable.getMessage(), unusable),
                    "Set it to a folder that this application alone writes.");
            throw (SetupException) refusal.initCause(unusable);
        }
    }

    /** The log of the data folder, which closes it. */
    @Bean(destroyMethod = "")
    @ConditionalOnMissingBean(Journal.class)
    @Conditional(DataFolderCondition.class)
    Journal waggleJournal(SignalService signals) {
        return signals.log();
    }

    /** A bus of this process; signals that are generated in the data folder are published on it, too. */
    @Bean
    @ConditionalOnMissingBean
    SignalBus waggleBus(ObjectProvider<SignalService> signals) {
        SignalBus bus = SignalBus.create(BusConfig.defaults());
        signals.ifAvailable(open -> {
            Runnable _ = open.publishTo(bus);
        });
        return bus;
    }

    /** Answers of active solves, each on the disk when it arrives, so that a crash costs none. */
    @Bean
    @ConditionalOnMissingBean
    @Conditional(DataFolderCondition.class)
    AnswerFolder waggleAnswers(WaggleProperties properties, SignalService signals) {
        return new AnswerFolder(properties.folder());
    }

    /** Outcomes of finished solves, which teach what the vote of an agent is worth. */
    @Bean
    @ConditionalOnMissingBean
    @Conditional(DataFolderCondition.class)
    OutcomeFolder waggleOutcomes(WaggleProperties properties, SignalService signals) {
        return OutcomeFolder.open(properties.folder(), World.system());
    }

    /** Answers of people, which a bean of the application may store, too. */
    @Bean
    @ConditionalOnMissingBean(SeatAnswers.class)
    @Conditional(DataFolderCondition.class)
    FileSeatAnswers waggleSeatAnswers(WaggleProperties properties) {
        return FileSeatAnswers.open(properties.folder(), World.system());
    }

    @Bean
    @ConditionalOnMissingBean
    SolveStorage waggleStorage(WaggleProperties properties, ObjectProvider<Journal> journals,
            ObjectProvider<SignalService> signals, ObjectProvider<AnswerFolder> answers,
            ObjectProvider<OutcomeFolder> outcomes, ObjectProvider<SeatAnswers> seats) {
        SignalService open = signals.getIfAvailable();
        Optional<Journal> log = Optional.ofNullable(journals.getIfAvailable())
                .or(() -> Optional.ofNullable(open).map(SignalService::log));
        return new SolveStorage(log, open, Optional.ofNullable(answers.getIfAvailable()),
                Optional.ofNullable(outcomes.getIfAvailable()),
                properties.isDataStated()
                        ? Optional.of(FileCheckpointStore.open(properties.folder(), World.system()))
                        : Optional.empty(),
                Optional.ofNullable(seats.getIfAvailable()));
    }

    /** The memory that the properties describe, where the application has none of its own. */
    @Bean
    @ConditionalOnMissingBean({SharedMemory.class, MemoryResource.class})
    MemoryResource waggleMemory(WaggleProperties properties, SwarmSetup setup,
            ObjectProvider<MemoryLibrary> libraries, ObjectProvider<SignalService> signals,
            ConfigurableEnvironment environment) {
        var _ = signals.getIfAvailable(); // Refuses a folder that another process owns, before a file is in it.
        RuleProperties.Memory stated = properties.memory();
        String models = properties.modelsFile();
        return new MemoryConnector(
                setup.resources().memory().withModels(models == null ? null : Path.of(models)),
                stated != null && stated.isAskedFor(),
                properties.isDataStated() ? properties.folder() : null)
                .open(libraries.orderedStream().toList(),
                        () -> ModelVariables.of(environment, properties.variables()));
    }

    /** The configuration of our swarm; an application with swarms of its own needs none. */
    @Bean
    @ConditionalOnMissingBean({SwarmConfig.class, Swarm.class})
    SwarmConfig waggleSwarmConfig(WaggleProperties properties, SwarmSetup setup, ApplicationModels models,
            ObjectProvider<Agent> agents, ObjectProvider<Tool> tools, ObjectProvider<Consumer<SwarmEvent>> listeners,
            ObjectProvider<SwarmCustomizer> customizers, SolveStorage storage,
            ObjectProvider<SharedMemory> memory, ObjectProvider<MemoryResource> resource) {
        SwarmConfig config = new SwarmAssembler(properties, setup, models,
                new SwarmAssembler.SwarmBeans(agents.orderedStream().toList(), tools.orderedStream().toList(),
                        listeners.orderedStream().toList(), Optional.ofNullable(memory.getIfAvailable())
                                .or(() -> Optional.ofNullable(resource.getIfAvailable())
                                        .flatMap(MemoryResource::shared))),
                storage).assemble();
        List<SwarmCustomizer> changes = customizers.orderedStream().toList();
        for (SwarmCustomizer change : changes) {
            config = change.customize(config);
        }
        return config;
    }

    /** The swarm. When the application ends, running solves are cancelled before their log is closed. */
    @Bean
    @ConditionalOnMissingBean
    Swarm waggleSwarm(SwarmConfig config) {
        return new Swarm(config);
    }

    /** Memories in the data folder. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "dev.waggle.connect.lucene.Memory")
    static final class LuceneMemories {

        @Bean
        LuceneLibrary waggleLuceneLibrary() {
            return new LuceneLibrary();
        }
    }

    /** Memories in a Qdrant server. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "dev.waggle.connect.qdrant.QdrantMemory")
    static final class QdrantMemories {

        @Bean
        QdrantLibrary waggleQdrantLibrary() {
            return new QdrantLibrary();
        }
    }

    /** Chat models of LangChain4j. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "dev.langchain4j.model.chat.ChatModel")
    static final class LangChainModels {

        @Bean
        LangChainBeans waggleLangChainBeans(ConfigurableListableBeanFactory beans) {
            return new LangChainBeans(beans);
        }
    }

    /** Chat models of Spring AI. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.ai.chat.model.ChatModel")
    static final class SpringAiModels {

        @Bean
        SpringAiBeans waggleSpringAiBeans(ConfigurableListableBeanFactory beans) {
            return new SpringAiBeans(beans);
        }
    }
}
