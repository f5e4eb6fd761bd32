package dev.waggle.spring;

import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.stream.Stream;

import dev.waggle.journal.signals.SignalService;
import dev.waggle.setup.folder.OutcomeFolder;
import dev.waggle.setup.team.SetupException;
import dev.waggle.spring.dashboard.DashboardParts;
import dev.waggle.spring.dashboard.DashboardServer;
import dev.waggle.spring.memory.MemoryResource;
import dev.waggle.spring.model.ApplicationModels;
import dev.waggle.spring.property.DashboardProperties;
import dev.waggle.spring.property.WaggleProperties;
import dev.waggle.spring.run.SolveResumption;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.memory.MemoryStore;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Lazy;

/**
 * The pages of the swarm for browsers, where the application has {@code waggle-server}. They are served when {@code
 * waggle.dashboard.enabled} is true. Without that property they are served beside the developer tools of Spring Boot, if
 * there is a data folder.
 */
@AutoConfiguration(after = WaggleAutoConfiguration.class)
@ConditionalOnProperty(name = "waggle.enabled", matchIfMissing = true)
@ConditionalOnBean(SwarmConfig.class)
@ConditionalOnClass(name = "dev.waggle.server.WaggleServer")
public final class WaggleDashboardAutoConfiguration {

    private static final int MAX_PORT = 65_535;
    private static final int ANY_PORT = 0;

    /** The pages, served from the start also where beans are made when they are needed. */
    @Bean
    @Lazy(false)
    @ConditionalOnMissingBean
    @Conditional(DashboardCondition.class)
    DashboardServer waggleDashboard(WaggleProperties properties, SwarmConfig config, ApplicationModels models,
            ObjectProvider<SignalService> signals, ObjectProvider<OutcomeFolder> outcomes,
            ObjectProvider<MemoryStore> memories, ObjectProvider<MemoryResource> resource,
            ObjectProvider<Swarm> swarms, ObjectProvider<SolveResumption> resumptions) {
        SignalService open = signals.getIfAvailable();
        OutcomeFolder known = outcomes.getIfAvailable();
        if (open == null || known == null || !properties.isDataStated()) {
            throw new SetupException("waggle.dashboard.enabled is true, and there is no data folder to show",
                    "Set waggle.data to a folder.");
        }
        int port = port(properties.dashboard());
        Optional<MemoryStore> store = Optional.ofNullable(memories.getIfUnique())
                .or(() -> Optional.ofNullable(resource.getIfAvailable()).flatMap(MemoryResource::store));
        try {
            return DashboardServer.open(new DashboardParts(properties.folder(), open, config, known, store, models),
                    port, Stream.concat(resumptions.stream().<Runnable>map(resumption -> resumption::close),
                            swarms.stream().map(swarm -> swarm::close)).toList());
        } catch (UncheckedIOException taken) {
            throw (SetupException) new SetupException("waggle.dashboard.port: the pages cannot be served at port "
                    + port + ": " + String.valueOf(taken.getMessage()).lines().findFirst().orElse(""),
                    "Set another port, or 0 for any free one.").initCause(taken);
        }
    }

    private static int port(@Nullable DashboardProperties stated) {
        Integer port = stated == null ? null : stated.port();
        if (port == null) {
            return ANY_PORT;
        }
        if (port < 0 || port > MAX_PORT) {
            throw new SetupException("waggle.dashboard.port: it must be between 0 and " + MAX_PORT + ", got " + port,
                    "Set a port, or 0 for any free one.");
        }
        return port;
    }
}
