package dev.waggle.swarm.reaction.reply.word;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A proposal that can be voted on, with the forms in which a reply may name it.
 *
 * @param id its id
 * @param author the agent that made it
 * @param slug the id with dashes only
 * @param digest the digest at its end, or an empty text
 * @param content letters and digits of its content
 * @param contentSlug the content with dashes only
 */
public record ProposalNames(String id, String author, String slug, String digest, String content, String contentSlug) {

    private static final Pattern DIGEST = Pattern.compile("-([0-9a-f]{8})$");
    private static final Pattern NO_WORD = Pattern.compile("[^\\p{L}\\p{N}]+");

    public static ProposalNames of(String id, String author, String content) {
        String slug = slug(id);
        Matcher digest = DIGEST.matcher(slug);
        return new ProposalNames(id, author, slug, digest.find() ? digest.group(1) : "", NameKey.letters(content),
                slug(content));
    }

    /** Word parts with dashes between them. */
    public static String slug(String text) {
        String slug = NO_WORD.matcher(NameKey.plain(text)).replaceAll("-");
        int from = slug.startsWith("-") ? 1 : 0;
        int to = slug.endsWith("-") && slug.length() > from ? slug.length() - 1 : slug.length();
        return slug.substring(from, to);
    }

    /** The id without its digest. */
    String words() {
        return digest.isEmpty() ? slug : slug.substring(0, slug.length() - digest.length() - 1);
    }

    /** True if those letters are the whole id, the id without its digest, the digest, or the whole content. */
    public boolean isNamed(String letters) {
        return letters.equals(NameKey.letters(id)) || letters.equals(NameKey.letters(words()))
                || letters.equals(content) || (!digest.isEmpty() && letters.equals(digest));
    }

    /** True if the id or the content begins with those letters. */
    public boolean begins(String letters) {
        return NameKey.letters(id).startsWith(letters) || content.startsWith(letters);
    }

    /** True if the name differs from the id or the content by one slip. */
    public boolean isNear(String name) {
        return NearMiss.isNear(name, slug, digest) || NearMiss.isNear(name, words(), "")
                || NearMiss.isNear(name, contentSlug, "");
    }
}
