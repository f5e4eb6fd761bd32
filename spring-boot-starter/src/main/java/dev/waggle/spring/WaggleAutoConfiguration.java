package dev.waggle.spring;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

import dev.waggle.journal.signals.SignalService;
import dev.waggle.journal.signals.SignalServiceConfig;
import dev.waggle.setup.SwarmSetup;
import dev.waggle.signal.bus.BusConfig;
import dev.waggle.signal.bus.SignalBus;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.tool.Tool;
import dev.waggle.signal.world.World;
import dev.waggle.spring.ai.SpringAiBeans;
import dev.waggle.spring.model.ApplicationModels;
import dev.waggle.spring.model.HarnessBeans;
import dev.waggle.spring.model.LangChainBeans;
import dev.waggle.spring.model.ModelBeanSource;
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
        return SignalService.open(Path.of(String.valueOf(properties.data())), SignalServiceConfig.defaults(),
                World.system());
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

    @Bean
    @ConditionalOnMissingBean
    SwarmConfig waggleSwarmConfig(WaggleProperties properties, SwarmSetup setup, ApplicationModels models,
            ObjectProvider<Agent> agents, ObjectProvider<Tool> tools, ObjectProvider<Consumer<SwarmEvent>> listeners,
            ObjectProvider<SwarmCustomizer> customizers, ObjectProvider<SignalService> signals,
            ObjectProvider<SharedMemory> memory) {
        SwarmConfig config = new SwarmAssembler(properties, setup, models,
                new SwarmAssembler.SwarmBeans(agents.orderedStream().toList(), tools.orderedStream().toList(),
                        listeners.orderedStream().toList(), Optional.ofNullable(memory.getIfAvailable())),
                signals.getIfAvailable()).assemble();
        List<SwarmCustomizer> changes = customizers.orderedStream().toList();
        for (SwarmCustomizer change : changes) {
            config = change.customize(config);
        }
        return config;
    }

    /** The swarm. When the application ends, running solves are cancelled before their log is closed. */
    @Bean
    @ConditionalOnMissingBean
    Swarm swarm(SwarmConfig config) {
        return new Swarm(config);
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
