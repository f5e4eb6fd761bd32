package dev.waggle.connect.mcp.server;

import java.util.Collections;
import java.util.List;

import dev.waggle.connect.mcp.admission.BearerHeader;
import dev.waggle.connect.mcp.admission.OriginPolicy;
import dev.waggle.connect.mcp.admission.RequestAdmission;
import jakarta.servlet.http.HttpServletRequest;

/**
 * Access control over HTTP.
 *
 * <p>A web page can make a browser send requests to this machine. By giving its own host name our address it can even
 * read the answers (DNS rebinding). So a request must name this machine as its host. A page that sends it must be of
 * this machine or be allowed by name. A server that other machines reach has no host name to check. There the token
 * refuses pages, because no page knows it.
 */
final class HttpAdmission implements RequestAdmission {

    private final HttpEndpoint place;
    private final OriginPolicy origins;

    HttpAdmission(HttpEndpoint place) {
        this.place = place;
        origins = new OriginPolicy(place.allowedOrigins());
    }

    @Override
    public Decision decide(HttpServletRequest request) {
        List<String> hosts = headers(request, "Host");
        if (place.isLoopback() && !(hosts.size() == 1 && OriginPolicy.isThisMachine(hosts.getFirst()))) {
            return new Refusal(403, "the host " + OriginPolicy.quoted(hosts) + " is not this machine"
                    + "\nMaybe use http://" + HttpEndpoint.LOOPBACK + ".");
        }
        List<String> pages = headers(request, "Origin");
        if (!pages.isEmpty() && !(pages.size() == 1 && isAllowed(pages.getFirst()))) {
            return new Refusal(403, "pages of " + OriginPolicy.quoted(pages) + " may not come in"
                    + "\nMaybe allow that origin when the server is started.");
        }
        if (!request.getMethod().equals("OPTIONS") && !isToken(headers(request, "Authorization"), place.token())) {
            return new Refusal(401, "the bearer token is missing or wrong"
                    + "\nMaybe send it: Authorization: Bearer TOKEN.");
        }
        return Admitted.nameless();
    }

    private boolean isAllowed(String origin) {
        return origins.isAllowed(origin) || OriginPolicy.isPageOfThisMachine(origin);
    }

    private static boolean isToken(List<String> headers, String token) {
        String sent = BearerHeader.token(headers);
        return sent != null && BearerHeader.isSame(sent, token);
    }

    private static List<String> headers(HttpServletRequest request, String name) {
        return Collections.list(request.getHeaders(name));
    }
}
