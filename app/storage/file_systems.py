"""What kind of file system a folder lies on."""

import os
from pathlib import Path

import psutil

# Other machines may see the same file, and locks do not reach them reliably.
_SHARED_KINDS = frozenset(
    {"nfs", "nfs4", "cifs", "smb", "smb2", "smb3", "smbfs", "ncpfs", "afs", "afpfs", "webdav"}
    | {"davfs", "fuse.davfs2", "fuse.sshfs", "fuse.rclone", "fuse.s3fs", "ceph", "fuse.ceph"}
    | {"glusterfs", "fuse.glusterfs", "lustre", "gpfs", "9p", "ocfs2", "gfs2", "vboxsf", "macfuse"}
)
_NETWORK_NAME = "\\\\"


def is_shared(folder: Path) -> bool:
    """Return whether other machines may work on this folder as well."""
    path = os.path.realpath(folder)
    if path.startswith(_NETWORK_NAME):
        return True
    # Windows names the kind of the far side, and says "remote" beside it.
    kinds = {
        part.mountpoint: part.fstype.lower() in _SHARED_KINDS or "remote" in part.opts
        for part in psutil.disk_partitions(all=True)
    }
    while path not in kinds and path != os.path.dirname(path):
        path = os.path.dirname(path)
    return kinds.get(path, False)
