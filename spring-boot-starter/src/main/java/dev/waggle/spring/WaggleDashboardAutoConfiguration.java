package dev.waggle.spring;

import java.nio.file.Path;

import dev.waggle.journal.signals.SignalService;
import dev.waggle.setup.team.SetupException;
import dev.waggle.spring.dashboard.DashboardServer;
import dev.waggle.spring.property.DashboardProperties;
import dev.waggle.spring.property.WaggleProperties;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;

/**
 * The pages of the swarm for browsers, where the application has {@code waggle-server}. They are served when {@code
 * waggle.dashboard.enabled} is true. Without that property they are served beside the developer tools of Spring Boot, if
 * there is a data folder.
 */
@AutoConfiguration(after = WaggleAutoConfiguration.class)
@ConditionalOnBean(Swarm.class)
@ConditionalOnClass(name = "dev.waggle.server.WaggleServer")
public final class WaggleDashboardAutoConfiguration {

    private static final int ANY_PORT = 0;

    private static DashboardServer open(WaggleProperties properties, SignalService signals, SwarmConfig config) {
        DashboardProperties dashboard = properties.dashboard();
        Integer port = dashboard == null ? null : dashboard.port();
        return DashboardServer.open(Path.of(String.valueOf(properties.data())), signals, config,
                port == null ? ANY_PORT : port);
    }

    /** Pages that were asked for. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty("waggle.dashboard.enabled")
    static final class RequestedDashboard {

        @Bean
        @ConditionalOnMissingBean
        DashboardServer waggleDashboard(WaggleProperties properties, ObjectProvider<SignalService> signals,
                SwarmConfig config) {
            SignalService open = signals.getIfAvailable();
            if (open == null || !properties.isDataStated()) {
                throw new SetupException("waggle.dashboard.enabled is true, and there is no data folder to show",
                        "Set waggle.data to a folder.");
            }
            return open(properties, open, config);
        }
    }

    /** Pages beside the developer tools. */
    @Configuration(proxyBeanMethods = false)
    @Conditional(DataFolderCondition.class)
    @ConditionalOnClass(name = "org.springframework.boot.devtools.restart.Restarter")
    @ConditionalOnProperty(name = "waggle.dashboard.enabled", matchIfMissing = true)
    static final class DevelopmentDashboard {

        @Bean
        @ConditionalOnMissingBean
        DashboardServer waggleDashboard(WaggleProperties properties, SignalService signals, SwarmConfig config) {
            return open(properties, signals, config);
        }
    }
}
