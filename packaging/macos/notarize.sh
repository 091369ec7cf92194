#!/bin/sh
# Lets Apple look at a disk image and fastens its answer to it. HUBBUB_NOTARY_KEY is the file of an
# App Store Connect key, HUBBUB_NOTARY_KEY_ID and HUBBUB_NOTARY_ISSUER say whose it is.
# Never run: it was written on another system.
set -eu

image=${1:?"the image to notarize"}
codesign --force --timestamp --sign "${HUBBUB_SIGNING_IDENTITY:?"who signs"}" "$image"
xcrun notarytool submit "$image" --wait \
    --key "${HUBBUB_NOTARY_KEY:?"the file of the key"}" \
    --key-id "${HUBBUB_NOTARY_KEY_ID:?"the name of the key"}" \
    --issuer "${HUBBUB_NOTARY_ISSUER:?"whose key it is"}"
xcrun stapler staple "$image"
spctl --assess --type open --context context:primary-signature --verbose "$image"
