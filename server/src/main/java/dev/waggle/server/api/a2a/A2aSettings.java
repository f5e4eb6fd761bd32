package dev.waggle.server.api.a2a;

import java.net.URI;
import java.util.List;

import dev.waggle.connect.web.address.WebAddress;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the Agent2Agent protocol.
 *
 * @param version version of this program
 * @param verbosity verbosity of tasks that state none
 * @param publicUrl address of the server in its card; absent for the host of the request
 * @param isTls true if the server itself is reached by TLS
 * @param pushPlaces places that may receive updates although their addresses are private or their ports unusual, as
 *        {@code host:port}
 * @param hasOneTeam true if all its tasks have the same team and rules, so that its card offers no others
 */
public record A2aSettings(String version, EventVerbosity verbosity, @Nullable URI publicUrl, boolean isTls,
        List<String> pushPlaces, boolean hasOneTeam) {

    public A2aSettings {
        pushPlaces = List.copyOf(pushPlaces);
    }

    /** Settings of a program with that version: standard verbosity, and no place beyond the public Internet. */
    public static A2aSettings of(String version) {
        return new A2aSettings(version, EventVerbosity.STANDARD, null, false, List.of(), false);
    }

    /**
     * Refuses a text that is no place.
     *
     * @throws IllegalArgumentException when it is none
     */
    public static void requirePlace(String place) {
        WebAddress.requireHostAndPort(place);
    }

    public A2aSettings withVerbosity(EventVerbosity other) {
        return new A2aSettings(version, other, publicUrl, isTls, pushPlaces, hasOneTeam);
    }

    /** The same with that public address, if there is one. */
    public A2aSettings withPublicUrl(@Nullable URI url, boolean isReachedByTls) {
        return new A2aSettings(version, verbosity, url, isReachedByTls, pushPlaces, hasOneTeam);
    }

    public A2aSettings withPushPlaces(List<String> places) {
        return new A2aSettings(version, verbosity, publicUrl, isTls, places, hasOneTeam);
    }

    /** The same for a server whose tasks all have one team and its rules. */
    public A2aSettings withOneTeam() {
        return new A2aSettings(version, verbosity, publicUrl, isTls, pushPlaces, true);
    }
}
